import { readFileSync } from 'node:fs';
import * as core from '@packwright/core';
import { expect, test } from 'vitest';
import * as formats from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the example of the README runs', async () => {
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = example
    .replace(
      /^import (\w+), (\{.*\}) from '(.*)';$/gm,
      "const $2 = modules['$3'], $1 = modules['$3'].default;",
    )
    .replace(/^import (\{.*\}) from '(.*)';$/gm, "const $1 = modules['$2'];");
  const lines: string[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction('modules', 'console', body)(
    { '@packwright/core': core, '@packwright/saints-row-vpp': formats },
    { log: (...values: unknown[]) => lines.push(values.join(' ')) },
  );
  expect(lines).toEqual(['rifle.xtbl 5 v6', 'hello']);
});

const options = formats.default.flatMap(({ writer }) => Object.keys(writer?.options ?? {}));

test.each(options)('the README tells of the option %s', (name) => {
  expect(readme).toContain(`| \`${name}\` |`);
});
