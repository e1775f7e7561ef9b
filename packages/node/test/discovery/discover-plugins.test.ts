import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { discoverPlugins } from '../../src/discovery/discover-plugins.ts';
import { moduleOf } from '../../src/discovery/plugin-modules.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { addPackage, formatData, pluginModule, writeTree } from '../support/fake-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

declare global {
  var ranPlugins: string[] | undefined;
}

/** A program installed in a prefix, as npm lays it out. */
function installProgram(): { prefix: string; nodeModules: string; url: string; bin: string } {
  const prefix = realpathSync(temporaryFolder());
  const nodeModules = join(prefix, 'node_modules');
  const bin = join(nodeModules, 'packwright', 'dist', 'bin.js');
  writeTree(bin, '');
  return { prefix, nodeModules, url: pathToFileURL(bin).href, bin };
}

describe('discoverPlugins', () => {
  test('finds scoped and unscoped packages around the program without running them', async () => {
    const { nodeModules, url } = installProgram();
    addPackage(nodeModules, 'packwright-format-zz', { id: 'zz-quiet' });
    addPackage(nodeModules, '@someone/packwright-format-aa', { id: 'aa-quiet' });
    writeTree(join(nodeModules, 'ordinary', 'package.json'), '{"name":"ordinary"}');
    writeTree(join(nodeModules, 'broken', 'package.json'), '{"packwright"');
    writeTree(join(nodeModules, '.bin', 'tool'), '');
    mkdirSync(join(nodeModules, 'empty'));
    const { formats, refused } = discoverPlugins(url);
    expect(refused).toEqual([]);
    expect(formats.map(({ id, package: name, version }) => [id, name, version])).toEqual([
      ['aa-quiet', '@someone/packwright-format-aa', '1.2.3'],
      ['zz-quiet', 'packwright-format-zz', '1.2.3'],
    ]);
    expect(formats[0]).toMatchObject(formatData('aa-quiet'));
    expect(globalThis.ranPlugins ?? []).not.toContain('aa-quiet');
    const plugin = await formats[0]?.load();
    expect(plugin?.id).toBe('aa-quiet');
    expect(await formats[0]?.load()).toBe(plugin);
    expect(globalThis.ranPlugins?.filter((id) => id === 'aa-quiet')).toHaveLength(1);
    expect(plugin && moduleOf(plugin)).toBe(formats[0]?.moduleUrl);
  });

  test('looks in every enclosing node_modules, nearest first, and never in the current directory', () => {
    const { prefix, nodeModules, url } = installProgram();
    addPackage(join(nodeModules, 'packwright', 'node_modules'), 'packwright-format-inner', { id: 'inner' });
    addPackage(nodeModules, 'packwright-format-outer', { id: 'outer' });
    const elsewhere = join(prefix, 'downloads');
    addPackage(join(elsewhere, 'node_modules'), 'packwright-format-evil', { id: 'evil' });
    const before = process.cwd();
    process.chdir(elsewhere);
    try {
      expect(discoverPlugins(url).formats.map(({ id }) => id)).toEqual(['inner', 'outer']);
    } finally {
      process.chdir(before);
    }
  });

  test('of one package in two places the nearer counts, and the other is told of', () => {
    const { nodeModules, url } = installProgram();
    const inner = join(nodeModules, 'packwright', 'node_modules');
    addPackage(inner, 'packwright-format-x', { id: 'x' });
    addPackage(nodeModules, 'packwright-format-x', { id: 'x' });
    const { formats, refused } = discoverPlugins(url);
    expect(formats.map(({ path }) => path)).toEqual([join(inner, 'packwright-format-x')]);
    expect(refused).toEqual([
      {
        package: 'packwright-format-x',
        path: join(nodeModules, 'packwright-format-x'),
        cause: `the copy in ${join(inner, 'packwright-format-x')} is nearer to the program and is used`,
      },
    ]);
  });

  test('a workspace: packages are links into a checkout', () => {
    const root = realpathSync(temporaryFolder());
    const folder = addPackage(join(root, 'packages'), 'quake', { id: 'quake' });
    writeTree(join(root, 'apps', 'cli', 'dist', 'bin.js'), '');
    mkdirSync(join(root, 'node_modules', '@packwright'), { recursive: true });
    symlinkSync('../../packages/quake', join(root, 'node_modules', '@packwright', 'quake'));
    const { formats } = discoverPlugins(pathToFileURL(join(root, 'apps', 'cli', 'dist', 'bin.js')));
    expect(formats).toMatchObject([{ id: 'quake', path: folder }]);
  });

  test('a linked command finds what is installed beside the link', () => {
    const root = realpathSync(temporaryFolder());
    const real = join(root, 'checkout', 'dist', 'bin.js');
    writeTree(real, '');
    const lib = join(root, 'prefix', 'lib', 'node_modules');
    addPackage(lib, 'packwright-format-g', { id: 'g' });
    symlinkSync('../../../checkout', join(lib, 'packwright'));
    mkdirSync(join(root, 'prefix', 'bin'));
    const called = join(root, 'prefix', 'bin', 'packwright');
    symlinkSync('../lib/node_modules/packwright/dist/bin.js', called);
    const url = pathToFileURL(real);
    expect(discoverPlugins(url).formats).toEqual([]);
    expect(discoverPlugins(url, called).formats.map(({ id }) => id)).toEqual(['g']);
  });

  test('two packages that claim one id are both refused; their other formats are not', () => {
    const { nodeModules, url } = installProgram();
    addPackage(nodeModules, 'packwright-format-one', {
      packwright: { contract: 1, formats: [formatData('shared'), formatData('own')] },
    });
    addPackage(nodeModules, 'packwright-format-two', { id: 'shared' });
    const { formats, refused } = discoverPlugins(url);
    expect(formats.map(({ id }) => id)).toEqual(['own']);
    expect(refused).toEqual([
      {
        package: 'packwright-format-one',
        path: join(nodeModules, 'packwright-format-one'),
        format: 'shared',
        cause: `the format shared is also claimed by packwright-format-two (${join(nodeModules, 'packwright-format-two')}); choose one with --plugin`,
      },
      expect.objectContaining({ package: 'packwright-format-two', format: 'shared' }),
    ]);
  });

  test.each<[string, unknown, string]>([
    [
      'another contract',
      { contract: 2, formats: [] },
      'it is made for contract 2, this program has contract 1',
    ],
    ['no object', 'yes', 'its field "packwright" is "yes", expected an object'],
    [
      'no formats',
      { contract: 1 },
      'its field "packwright.formats" is undefined, expected a list of formats',
    ],
    [
      'a bad id',
      { contract: 1, formats: [{ ...formatData('x'), id: 'X y' }] },
      'its format number 0 has the id "X y", expected lower-case words with hyphens',
    ],
    [
      'a bad extension',
      { contract: 1, formats: [{ ...formatData('x'), extensions: ['pak'] }] },
      'its format number 0 has the extensions ["pak"], expected lower-case texts that begin with a dot',
    ],
    [
      'a bad signature',
      { contract: 1, formats: [{ ...formatData('x'), signatures: [{ at: 0, bytes: 'PACK' }] }] },
      'its format number 0 has the signatures [{"at":0,"bytes":"PACK"}], expected offsets ("at") with lower-case hex ("bytes")',
    ],
    [
      'no title',
      { contract: 1, formats: [{ ...formatData('x'), title: '' }] },
      'its format number 0 has the title "", expected a text',
    ],
  ])('refuses a manifest with %s', (_, packwright, cause) => {
    const { nodeModules, url } = installProgram();
    const path = addPackage(nodeModules, 'packwright-format-bad', { packwright });
    expect(discoverPlugins(url)).toEqual({
      formats: [],
      refused: [{ package: 'packwright-format-bad', path, cause }],
    });
  });

  test('an entry outside the package is refused', () => {
    const { nodeModules, url } = installProgram();
    addPackage(nodeModules, 'packwright-format-out', { manifest: { exports: './../evil.js' } });
    expect(discoverPlugins(url).refused).toMatchObject([
      { cause: 'its entry is "./../evil.js", expected a path inside the package' },
    ]);
  });
});

describe('loading a discovered plugin', () => {
  async function loadFault(module: string): Promise<string> {
    const { nodeModules, url } = installProgram();
    const path = addPackage(nodeModules, 'packwright-format-bad', { id: 'bad', module });
    const error = await catchArchiveError(() => discoverPlugins(url).formats[0]?.load());
    expect(error.code).toBe('PLUGIN_INVALID');
    expect(error.details.path).toBe(path);
    return error.message;
  }

  test.each([
    ['throws', 'throw new Error("boom");', 'it fails while it is loaded: boom'],
    ['exports nothing', 'export {};', 'it has no default export'],
    ['exports a number', 'export default 7;', 'its default export is 7, expected a plugin'],
    [
      'is of another contract',
      pluginModule('bad').replace('contract: 1', 'contract: 9'),
      'its plugin is made for contract 9, this program has contract 1',
    ],
    [
      'has no open',
      pluginModule('bad').replace('open:', 'shut:'),
      'its plugin has the open undefined, expected a function',
    ],
    ['has another id', pluginModule('other'), 'it exports other, its package.json promises bad'],
    [
      'has other signatures',
      pluginModule('bad').replace('46414b45', '00'),
      'its plugin has the signatures [[["at",0],["bytes","00"]]], its package.json says [[["at",0],["bytes","46414b45"]]]',
    ],
  ])('a module that %s is PLUGIN_INVALID', async (_, module, fault) => {
    expect(await loadFault(module)).toBe(`The plugin packwright-format-bad cannot be used: ${fault}.`);
  });

  test('a list of plugins in one module', async () => {
    const { nodeModules, url } = installProgram();
    const [one, two] = ['p1', 'p2'].map((id) => pluginModule(id).replace('export default', `const ${id} =`));
    addPackage(nodeModules, 'packwright-format-many', {
      packwright: { contract: 1, formats: [formatData('p2'), formatData('p1')] },
      module: `${one}${two}export default [p1, p2];`,
    });
    const { formats } = discoverPlugins(url);
    expect(await Promise.all(formats.map(async (format) => (await format.load()).id))).toEqual(['p2', 'p1']);
  });

  test('the entry follows conditions of exports', async () => {
    const { nodeModules, url } = installProgram();
    const folder = addPackage(nodeModules, 'packwright-format-cond', {
      id: 'cond',
      module: 'throw new Error("wrong file")',
      manifest: {
        exports: {
          './package.json': './package.json',
          '.': { types: './x.d.ts', browser: './index.js', import: { default: './real.mjs' } },
        },
      },
    });
    writeFileSync(join(folder, 'real.mjs'), pluginModule('cond'));
    expect((await discoverPlugins(url).formats[0]?.load())?.id).toBe('cond');
  });
});
