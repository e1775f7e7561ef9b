import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pakOf } from './support/build-pak.ts';
import { putFakePlugin } from './support/fake-plugin.ts';
import { putFile } from './support/fixtures.ts';
import { packEverything, runNpm } from './support/npm.ts';
import { type RunOptions, type RunResult, runCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = temporaryFolder();
const local = join(root, 'local');
const single = join(root, 'single');
const world = join(root, 'global');
const pak = putFile(join(root, 'a.pak'), pakOf({ 'a.txt': 'text' }));
const fake = putFile(join(root, 'a.fake'), 'FAKE archive');
const formats = [
  '@packwright/forgelight-pack2',
  '@packwright/quake-pak',
  '@packwright/rage-rpf',
  '@packwright/rfg-vpp',
  '@packwright/saints-row-vpp',
];
const base = ['packwright', '@packwright/core', '@packwright/toolkit', '@packwright/node', 'pako'];

/** Real installs from tarballs, side by side. */
beforeAll(async () => {
  const cache = join(root, 'cache');
  const tarballs = await packEverything(join(root, 'tarballs'), cache);
  const files = (names: readonly string[]): readonly string[] =>
    names.map((name) => tarballs.get(name) ?? `${name} was not packed`);
  const others = [...tarballs.keys()].filter(
    (name) => !base.includes(name) && !name.endsWith('testkit') && !name.endsWith('doom-wad'),
  );
  const every = files([...base, ...others]);
  for (const folder of [local, single, world]) mkdirSync(folder);
  for (const folder of [local, single]) writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await Promise.all([
    runNpm(['install', ...every], local, cache),
    runNpm(
      [
        'install',
        '--omit=optional',
        ...files([...base, '@packwright/quake-pak', 'packwright-format-doom-wad']),
      ],
      single,
      `${cache}-single`,
    ),
    runNpm(['install', '--global', '--prefix', world, ...every], world, `${cache}-global`),
  ]);
}, 120_000);

/** A copy of the small install, to which a test may add. */
function copyInstall(): { folder: string; nodeModules: string; bin: string } {
  const folder = mkdtempSync(join(root, 'copy-'));
  cpSync(join(single, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const nodeModules = join(folder, 'node_modules');
  return { folder, nodeModules, bin: join(nodeModules, '.bin', 'packwright') };
}

async function formatsOf(bin: string, options: RunOptions = {}): Promise<readonly string[]> {
  const { stdout } = await runCommand(['formats', '--json'], { bin, ...options });
  return JSON.parse(stdout).formats.map(({ id }: { id: string }) => id);
}

async function pluginsOf(
  bin: string,
): Promise<{ plugins: Record<string, unknown>[]; refused: { package: string; cause: string }[] }> {
  return JSON.parse((await runCommand(['plugins', '--json'], { bin })).stdout);
}

describe('installed from tarballs', () => {
  test('locally: every format is found, and threads work', async () => {
    const bin = join(local, 'node_modules', '.bin', 'packwright');
    const { plugins, refused } = await pluginsOf(bin);
    expect(new Set(plugins.map((plugin) => plugin.package))).toEqual(new Set(formats));
    expect(plugins.every(({ ok }) => ok)).toBe(true);
    expect(refused).toEqual([]);
    const text = putFile(join(root, 'text', 'a.txt'), 'packwright '.repeat(200_000));
    const made = await runCommand(
      ['create', '-j', '2', '-f', 'forgelight-pack2', join(root, 'a.pack2'), join(text, '..')],
      { bin },
    );
    expect(made).toMatchObject({ code: 0 });
    expect((await runCommand(['verify', '-j', '2', join(root, 'a.pack2')], { bin })).stdout).toMatch(
      /^ok {3}/,
    );
  });

  test('the short name is the same command', async () => {
    const { code, stdout } = await runCommand(['list', pak], {
      bin: join(local, 'node_modules', '.bin', 'pkw'),
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'a.txt\n' });
  });

  test('as a library', async () => {
    const script = putFile(
      join(local, 'script.mjs'),
      `import { discoverPlugins, openFile } from 'packwright';
       const archive = await openFile(process.argv[2], discoverPlugins(import.meta.url));
       console.log(archive.format, new TextDecoder().decode(await archive.find('a.txt').bytes()));
       await archive.close();`,
    );
    expect(await runCommand([pak], { bin: script })).toMatchObject({ code: 0, stdout: 'quake-pak text\n' });
  });

  test('globally: through the link in bin, from any folder', async () => {
    const bin = join(world, 'bin', 'packwright');
    expect((await formatsOf(bin, { cwd: root })).length).toBeGreaterThanOrEqual(formats.length);
    expect((await runCommand(['cat', pak, 'a.txt'], { bin, cwd: root })).stdout).toBe('text');
  });

  test('globally as npm lays it out from the registry: dependencies inside the command, plugins beside it', async () => {
    const folder = mkdtempSync(join(root, 'nested-global-'));
    const installed = join(folder, 'lib', 'node_modules');
    const copy = (name: string, into: string): void =>
      cpSync(join(single, 'node_modules', name), join(into, name), { recursive: true });
    copy('packwright', installed);
    for (const name of ['@packwright', 'pako']) copy(name, join(installed, 'packwright', 'node_modules'));
    // The plugin's own peer: a second copy of core in one program.
    copy('packwright-format-doom-wad', installed);
    for (const name of ['@packwright/core', 'pako']) copy(name, installed);
    mkdirSync(join(folder, 'bin'));
    symlinkSync('../lib/node_modules/packwright/dist/bin.js', join(folder, 'bin', 'packwright'));
    const bin = join(folder, 'bin', 'packwright');
    expect(await formatsOf(bin)).toEqual(['quake-pak', 'doom-wad']);
    expect((await runCommand(['list', writeWad()], { bin })).stdout).toBe('HELLO\n');
    const { code, stderr } = await runCommand(['list', putFile(join(root, 'bad.wad'), 'PWAD')], { bin });
    expect(code).toBe(4);
    expect(stderr).toMatch(/^error: .*\[(TRUNCATED|DAMAGED)\]$/m);
  });
});

/** A PWAD with one lump. */
function writeWad(): string {
  const wad = Buffer.alloc(12 + 5 + 16);
  wad.write('PWAD');
  wad.writeUInt32LE(1, 4);
  wad.writeUInt32LE(17, 8);
  wad.write('world', 12);
  wad.writeUInt32LE(12, 17);
  wad.writeUInt32LE(5, 21);
  wad.write('HELLO', 25);
  return putFile(join(root, 'a.wad'), wad);
}

describe('only one format, and a stranger’s plugin', () => {
  test('nothing else is there', async () => {
    const bin = join(single, 'node_modules', '.bin', 'packwright');
    expect(await formatsOf(bin)).toEqual(['quake-pak', 'doom-wad']);
    const { code, stderr } = await runCommand(['create', '-f', 'rage-rpf', join(root, 'never.rpf'), pak], {
      bin,
    });
    expect(code).toBe(3);
    expect(stderr).toContain('Name one with -f: quake-pak, doom-wad.');
  });

  test('the stranger’s archives are read, verified, extracted, made and given back byte for byte', async () => {
    const bin = join(single, 'node_modules', '.bin', 'packwright');
    const wad = writeWad();
    const run = (...args: string[]): Promise<RunResult> => runCommand(args, { bin, cwd: root });
    expect((await run('info', wad)).stdout).toMatch(/^Format +doom-wad \(Doom WAD\)$/m);
    expect((await run('cat', wad, 'HELLO')).stdout).toBe('world');
    expect((await run('verify', wad)).code).toBe(0);
    expect((await run('extract', wad, '-o', 'wad')).code).toBe(0);
    expect((await run('create', '-f', 'doom-wad', 'new.wad', 'wad')).code).toBe(0);
    expect((await run('cat', 'new.wad', 'HELLO')).stdout).toBe('world');
    expect((await run('repack', '--identical', wad, 'same.wad')).stderr).toContain(
      'is identical, byte for byte',
    );
  });

  test('--no-plugins keeps to the bundled ones', async () => {
    const bin = join(single, 'node_modules', '.bin', 'packwright');
    const { stdout } = await runCommand(['formats', '--no-plugins', '--json'], { bin });
    expect(JSON.parse(stdout).formats.map(({ id }: { id: string }) => id)).toEqual(['quake-pak']);
  });
});

describe('linked layouts', () => {
  test('a linked command finds the plugins where the link is and where it really lies', async () => {
    const { nodeModules } = copyInstall();
    putFakePlugin(nodeModules, 'packwright-format-there', { id: 'there', signature: '5448' });
    const project = join(mkdtempSync(join(root, 'project-')), 'node_modules');
    putFakePlugin(project, 'packwright-format-here', { id: 'here', signature: '4845' });
    mkdirSync(join(project, '.bin'));
    symlinkSync(join(nodeModules, 'packwright'), join(project, 'packwright'));
    symlinkSync('../packwright/dist/bin.js', join(project, '.bin', 'packwright'));
    const found = await formatsOf(join(project, '.bin', 'packwright'));
    expect([...found].sort()).toEqual(['doom-wad', 'here', 'quake-pak', 'there']);
  });

  test('a linked plugin is found and keeps its own dependencies', async () => {
    const { nodeModules, bin } = copyInstall();
    const elsewhere = mkdtempSync(join(root, 'elsewhere-'));
    const folder = putFakePlugin(elsewhere, 'packwright-format-linked', { code: "import 'own-dependency';" });
    putFile(join(elsewhere, 'node_modules', 'own-dependency', 'index.js'), '');
    symlinkSync(folder, join(nodeModules, 'packwright-format-linked'));
    expect((await runCommand(['cat', fake, 'who.txt'], { bin })).stdout).toBe('packwright-format-linked');
  });
});

describe('plugins that cannot be used', () => {
  test('one that throws on import is a warning, and other formats work', async () => {
    const { nodeModules, bin } = copyInstall();
    // It claims the bytes of every PAK and comes first by name, so that it is surely loaded.
    putFakePlugin(nodeModules, '@a/packwright-format-broken', {
      signature: '5041434b',
      code: "throw new Error('no luck');",
    });
    const { code, stdout, stderr } = await runCommand(['list', pak], { bin });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'a.txt\n' });
    expect(stderr).toMatch(/^warning: The plugin @a\/packwright-format-broken cannot be used: .*no luck/);
    const { plugins } = await pluginsOf(bin);
    expect(plugins.find((plugin) => plugin.package === '@a/packwright-format-broken')).toMatchObject({
      ok: false,
      cause: expect.stringContaining('no luck'),
    });
    expect((await runCommand(['list', '-f', 'fake', pak], { bin })).code).toBe(3);
    expect((await runCommand(['list', '--plugin', '@a/packwright-format-broken', pak], { bin })).code).toBe(
      3,
    );
    expect((await runCommand(['list', '--no-plugins', pak], { bin })).stderr).toBe('');
  });

  test('one that is not needed is not even imported', async () => {
    const { folder, nodeModules, bin } = copyInstall();
    const marker = join(folder, 'imported');
    putFakePlugin(nodeModules, 'packwright-format-idle', { code: writes(marker) });
    await runCommand(['list', pak], { bin });
    expect(existsSync(marker)).toBe(false);
    await runCommand(['list', fake], { bin });
    expect(existsSync(marker)).toBe(true);
  });

  test('one of another contract version is refused with both numbers', async () => {
    const { nodeModules, bin } = copyInstall();
    putFakePlugin(nodeModules, 'packwright-format-future', { contract: 2 });
    const { refused } = await pluginsOf(bin);
    expect(refused).toMatchObject([
      {
        package: 'packwright-format-future',
        cause: 'it is made for contract 2, this program has contract 1',
      },
    ]);
    const text = await runCommand(['plugins'], { bin });
    expect(text.stdout).toMatch(/^refused packwright-format-future \(.*\): it is made for contract 2/m);
    expect((await runCommand(['list', fake], { bin })).code).toBe(3);
  });

  test('of two that claim one id neither is used, until the user chooses', async () => {
    const { nodeModules, bin } = copyInstall();
    putFakePlugin(nodeModules, 'packwright-format-one');
    putFakePlugin(nodeModules, '@two/packwright-format-two');
    const { refused } = await pluginsOf(bin);
    expect(refused.map((plugin) => plugin.package).sort()).toEqual([
      '@two/packwright-format-two',
      'packwright-format-one',
    ]);
    expect(refused[0]?.cause).toContain('choose one with --plugin');
    expect((await runCommand(['cat', fake, 'who.txt'], { bin })).code).toBe(3);
    for (const name of ['packwright-format-one', '@two/packwright-format-two']) {
      expect((await runCommand(['cat', '--plugin', name, fake, 'who.txt'], { bin })).stdout).toBe(name);
    }
  });
});

/** Code that leaves a trace when it runs. */
function writes(marker: string): string {
  return `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, 'ran');`;
}

describe('a hostile node_modules', () => {
  test('in the current directory, or beside the archive, never runs', async () => {
    const folder = mkdtempSync(join(root, 'mod-'));
    const marker = join(folder, 'ran');
    const nodeModules = join(folder, 'node_modules');
    const code = writes(marker);
    for (const [name, signature] of [
      ['packwright-format-evil', '5041434b'],
      ['@packwright/quake-pak', '5041434b'],
      ['packwright-format-doom-wad', '50574144'],
    ] as const) {
      putFakePlugin(nodeModules, name, {
        id: name.includes('quake') ? 'quake-pak' : 'evil',
        signature,
        code,
      });
    }
    for (const name of ['pako', '@packwright/core', '@packwright/node', 'packwright']) {
      putFile(
        join(nodeModules, name, 'package.json'),
        JSON.stringify({ name, type: 'module', exports: './index.js' }),
      );
      putFile(join(nodeModules, name, 'index.js'), code);
    }
    const archive = putFile(join(folder, 'downloaded.pak'), pakOf({ 'a.txt': 'text' }));
    const commands = [
      ['list', archive],
      ['extract', archive, '-o', 'out'],
      ['verify', archive],
      ['formats'],
      ['plugins'],
      ['create', '-f', 'quake-pak', 'new.pak', 'downloaded.pak'],
      ['list', '--plugin', 'packwright-format-evil', archive],
    ];
    for (const bin of [
      join(single, 'node_modules', '.bin', 'packwright'),
      join(world, 'bin', 'packwright'),
    ]) {
      for (const args of commands) {
        const { stdout, stderr } = await runCommand([...args], { bin, cwd: folder });
        expect(`${stdout}${stderr}`).not.toContain('evil:');
        expect(existsSync(marker), args.join(' ')).toBe(false);
      }
    }
    expect(await formatsOf(join(single, 'node_modules', '.bin', 'packwright'), { cwd: folder })).toEqual([
      'quake-pak',
      'doom-wad',
    ]);
  });
});
