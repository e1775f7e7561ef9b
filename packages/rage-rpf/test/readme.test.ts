import { readFileSync } from 'node:fs';
import * as core from '@packwright/core';
import { expect, it } from 'vitest';
import { codecs } from '../src/codecs.ts';
import plugin from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the example of the README runs', async () => {
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = example
    .replace(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = modules['$2'];")
    .replace(/^import (\w+) from '(.*)';$/gm, "const $1 = modules['$2'].default;");
  const lines: string[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction('modules', 'console', body)(
    { '@packwright/core': core, '@packwright/rage-rpf': { default: plugin } },
    { log: (...values: unknown[]) => lines.push(values.join(' ')) },
  );
  expect(lines).toEqual(['directory data 0', 'file data/hello.txt 5', 'RPF7 little-endian OPEN hello']);
});

it.each(Object.keys({ ...plugin.options, ...plugin.writer?.options }))(
  'the README tells of the option %s',
  (name) => {
    expect(readme).toContain(`| \`${name}\` |`);
  },
);

it.each(codecs.filter(({ id }) => id !== 'rage-rpf/trim').map(({ id }) => id))(
  'the README tells of the codec %s',
  (id) => {
    expect(readme).toContain(`\`${id}\``);
  },
);
