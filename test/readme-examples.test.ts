import { readFileSync } from 'node:fs';
import * as core from '@packwright/core';
import * as quakePak from '@packwright/quake-pak';
import * as toolkit from '@packwright/toolkit';
import { expect, it } from 'vitest';

const modules: Readonly<Record<string, unknown>> = {
  '@packwright/core': core,
  '@packwright/quake-pak': quakePak,
  '@packwright/toolkit': toolkit,
};

/** Runs the first example of a package's README and gives what it prints. */
async function runExample(name: string): Promise<readonly string[]> {
  const readme = readFileSync(new URL(`../packages/${name}/README.md`, import.meta.url), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const body = example
    .replace(/^import (\{[^}]*\}) from '(.*)';$/gm, "const $1 = modules['$2'];")
    .replace(/^import (\w+) from '(.*)';$/gm, "const $1 = modules['$2'].default;");
  const lines: string[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  await new AsyncFunction('modules', 'console', body)(modules, {
    log: (...values: readonly unknown[]) => lines.push(values.join(' ')),
  });
  return lines;
}

it('the example of core runs', async () => {
  expect(await runExample('core')).toEqual(['maps/hello.txt 5', '0']);
});

it('the example of toolkit runs', async () => {
  expect(await runExample('toolkit')).toEqual(['inner.pak', 'inner.pak!/a.txt', 'update update']);
});
