import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { discoverPlugins } from '../../src/discovery/discover-plugins.ts';
import { importCodecs } from '../../src/discovery/discovered-format.ts';
import { moduleOf } from '../../src/discovery/plugin-modules.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { addPackage, formatData, pluginModule, writeTree } from '../support/fake-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const codec = "{ id: 'fake/x', decode: (input) => input }";

function install(codecs: unknown): { folder: string; url: string } {
  const nodeModules = join(realpathSync(temporaryFolder()), 'node_modules');
  const packwright = { contract: 1, codecs, formats: [formatData('with-codecs')] };
  const folder = addPackage(nodeModules, 'packwright-format-codecs', { id: 'with-codecs', packwright });
  const bin = join(nodeModules, 'packwright', 'dist', 'bin.js');
  writeTree(bin, '');
  return { folder, url: pathToFileURL(bin).href };
}

test('threads get codecs from the module that the package names for them', async () => {
  const { folder, url } = install('./codecs.js');
  writeFileSync(join(folder, 'codecs.js'), `export const codecs = [${codec}];`);
  const plugin = await discoverPlugins(url).formats[0]?.load();
  const module = plugin && moduleOf(plugin);
  expect(module).toBe(pathToFileURL(join(folder, 'codecs.js')).href);
  expect((await importCodecs(module ?? '', 'codecs')).map(({ id }) => id)).toEqual(['fake/x']);
});

test('without one they get them from the plugin', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'plugin.mjs');
  writeFileSync(path, pluginModule('own-codecs').replace('options: {},', `options: {}, codecs: [${codec}],`));
  expect((await importCodecs(pathToFileURL(path).href, 'own')).map(({ id }) => id)).toEqual(['fake/x']);
});

test('a module that fails says which package it belongs to', async () => {
  const path = join(temporaryFolder(), 'broken.mjs');
  writeFileSync(path, 'throw new Error("no luck")');
  const error = await catchArchiveError(() => importCodecs(pathToFileURL(path).href, 'broken-package'));
  expect(error.code).toBe('PLUGIN_INVALID');
  expect(error.message).toContain('broken-package');
  expect(error.message).toContain('no luck');
});

test.each(['../codecs.js', '/codecs.js', './a/../../codecs.js', './node_modules/x/codecs.js', 7])(
  'codecs at %j are refused with the package',
  (codecs) => {
    const { formats, refused } = discoverPlugins(install(codecs).url);
    expect(formats).toEqual([]);
    expect(refused[0]?.cause).toBe(
      `its field "packwright.codecs" is ${JSON.stringify(codecs)}, expected a path inside the package`,
    );
  },
);
