import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { discoverPlugins } from '../../src/discovery/discover-plugins.ts';
import { importCodecs } from '../../src/discovery/discovered-format.ts';
import { moduleOf } from '../../src/discovery/plugin-modules.ts';
import { programUrl } from '../../src/discovery/program-url.ts';
import { usePrograms } from '../../src/programs/current-programs.ts';
import { ProgramLoader } from '../../src/programs/program-loader.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { addPackage, formatData, pluginModule, writeTree } from '../support/fake-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const importer = (url: string): Promise<unknown> => import(url);
const codec = "{ id: 'fake/x', decode: (input) => input }";
const withCodec = (module: string): string =>
  module.replace('options: {},', `options: {}, codecs: [${codec}],`);

function install(program: unknown): { folder: string; url: string } {
  const nodeModules = join(realpathSync(temporaryFolder()), 'node_modules');
  const packwright = { contract: 1, program, formats: [formatData('with-program')] };
  const folder = addPackage(nodeModules, 'packwright-format-program', { id: 'with-program', packwright });
  const bin = join(nodeModules, 'packwright', 'dist', 'bin.js');
  writeTree(bin, '');
  return { folder, url: pathToFileURL(bin).href };
}

/** The same plugin as CommonJS, told from the module by a codec. */
function writeProgram(folder: string): string {
  const path = join(folder, 'program.cjs');
  const module = withCodec(pluginModule('with-program'));
  writeFileSync(path, module.replace('export default', 'exports.default ='));
  return path;
}

test('a library imports the module of a plugin, and its threads load the program', async () => {
  const { folder, url } = install('./program.cjs');
  const path = writeProgram(folder);
  const plugin = await discoverPlugins(url).formats[0]?.load();
  expect(plugin?.codecs).toBeUndefined();
  expect(plugin && moduleOf(plugin)).toBe(programUrl(path));
  expect((await importCodecs(programUrl(path), 'codecs')).map(({ id }) => id)).toEqual(['fake/x']);
});

test('a program that uses programs loads nothing else', async () => {
  const { folder, url } = install('./program.cjs');
  writeProgram(folder);
  usePrograms(new ProgramLoader(importer));
  const plugin = await discoverPlugins(url).formats[0]?.load();
  expect(plugin?.codecs?.map(({ id }) => id)).toEqual(['fake/x']);
});

test('without one, threads get codecs from the module', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'plugin.mjs');
  writeFileSync(path, withCodec(pluginModule('own-codecs')));
  expect((await importCodecs(pathToFileURL(path).href, 'own')).map(({ id }) => id)).toEqual(['fake/x']);
});

test.each(['broken.mjs', 'broken.cjs'])('%s, which fails, says which package it belongs to', async (name) => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, 'throw new Error("no luck")');
  const url = name.endsWith('.cjs') ? programUrl(path) : pathToFileURL(path).href;
  const error = await catchArchiveError(() => importCodecs(url, 'broken-package'));
  expect(error.code).toBe('PLUGIN_INVALID');
  expect(error.message).toContain('broken-package');
  expect(error.message).toContain('no luck');
});

test.each(['../program.cjs', '/program.cjs', './a/../../program.cjs', './node_modules/x/program.cjs', 7])(
  'a program at %j is refused with the package',
  (program) => {
    const { formats, refused } = discoverPlugins(install(program).url);
    expect(formats).toEqual([]);
    expect(refused[0]?.cause).toBe(
      `its field "packwright.program" is ${JSON.stringify(program)}, expected a path inside the package`,
    );
  },
);
