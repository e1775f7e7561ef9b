import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as volition from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the example of the README runs', async () => {
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = example.replace(/^import (\{.*\}) from '.*';$/m, 'const $1 = volition;');
  const lines: string[] = [];
  new Function('volition', 'console', body)(volition, {
    log: (...values: unknown[]) => lines.push(values.join(' ')),
  });
  expect(lines).toEqual(['5 0', '190 239 254 237 0 5 0 0']);
});

test.each([...readme.matchAll(/^\| (`.*`) \|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))(
  'it exports %s',
  (name) => {
    expect(volition).toHaveProperty(name);
  },
);
