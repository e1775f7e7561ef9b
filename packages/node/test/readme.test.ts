import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import * as node from '../src/index.ts';
import { listTree } from './support/list-tree.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { buildToy, toyFormat } from './support/toy-format.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the example in the README runs', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'pak0.pak'),
    buildToy([
      { path: 'maps/e1m1.bsp', content: 'a map', checksum: true },
      { path: 'readme.txt', content: 'text' },
    ]),
  );
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = example
    .replace(/^import (\{.*\}) from '@packwright\/node';$/m, 'const $1 = node;')
    .replace(/^import (\w+) from '@packwright\/quake-pak';$/m, 'const $1 = format;');
  const lines: string[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const run = new AsyncFunction('node', 'format', 'console', body);
  await run(node, toyFormat, { log: (line: string) => lines.push(line) });
  expect(lines).toEqual(['1 files, 5 bytes, 0 damaged']);
  expect(listTree(join(folder, 'out'))).toEqual({ 'maps/': '', 'maps/e1m1.bsp': 'a map' });
});

test('every option of an extraction is told of', () => {
  const options: Record<keyof node.ExtractOptions, true> = {
    filter: true,
    overwrite: true,
    stripComponents: true,
    flat: true,
    stored: true,
    dryRun: true,
    resume: true,
    jobs: true,
    signal: true,
    progress: true,
    onEntry: true,
  };
  for (const name of Object.keys(options)) expect(readme).toContain(`\`${name}\``);
});
