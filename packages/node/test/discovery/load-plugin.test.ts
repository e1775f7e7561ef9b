import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { loadPlugin } from '../../src/discovery/load-plugin.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { addPackage, pluginModule, writeTree } from '../support/fake-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a path to a package folder or to a module, or an installed name', async () => {
  const root = realpathSync(temporaryFolder());
  const from = pathToFileURL(join(root, 'app', 'bin.js'));
  const folder = addPackage(join(root, 'mine'), 'my-plugin', { id: 'mine' });
  expect((await loadPlugin(folder, from)).map(({ id }) => id)).toEqual(['mine']);
  writeTree(join(root, 'single.mjs'), pluginModule('single'));
  const [single] = await loadPlugin(join(root, 'single.mjs'), from);
  expect((await single?.load())?.id).toBe('single');
  addPackage(join(root, 'node_modules'), '@me/packwright-format-n', { id: 'installed' });
  expect((await loadPlugin('@me/packwright-format-n', from)).map(({ id }) => id)).toEqual(['installed']);
});

test('anything wrong with a plugin asked for is PLUGIN_INVALID', async () => {
  const root = realpathSync(temporaryFolder());
  const from = pathToFileURL(join(root, 'bin.js'));
  const nodeModules = join(root, 'node_modules');
  addPackage(nodeModules, 'throws', { module: 'throw new Error("boom")' });
  addPackage(nodeModules, 'old', { packwright: { contract: 0 } });
  addPackage(nodeModules, 'plain', { packwright: undefined });
  for (const [name, message] of [
    ['missing', 'The plugin "missing" was not found.'],
    ['../escape', 'The plugin "../escape" was not found.'],
    ['a/b/c', 'The plugin "a/b/c" was not found.'],
    ['throws', 'The plugin throws cannot be used: it fails while it is loaded: boom.'],
    ['old', 'The plugin old cannot be used: it is made for contract 0, this program has contract 1.'],
    ['plain', 'The plugin plain cannot be used: it has no package.json with the field "packwright".'],
  ] as const) {
    const error = await catchArchiveError(() => loadPlugin(name, from));
    expect(error.code).toBe('PLUGIN_INVALID');
    expect(error.message).toBe(message);
  }
});
