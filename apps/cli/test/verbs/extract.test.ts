import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pakOf } from '../support/build-pak.ts';
import { plainFiles, putFile, writeFixtures } from '../support/fixtures.ts';
import { listTree } from '../support/list-tree.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const folder = temporaryFolder();
const { plain, nested, duplicates } = writeFixtures(folder);
const at = (name: string): string => join(folder, name);
const run = (...args: string[]) => runCommand(['extract', ...args], { cwd: folder });
const allFiles = ['default.cfg', 'maps/', 'maps/e1m1.bsp', 'maps/start.bsp', 'sound/', 'sound/door.wav'];

describe.concurrent('extract', () => {
  test('writes every file and says so on stderr', async () => {
    expect(await run(plain, '-o', 'all')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'all: 4 files, 40 B.\n',
    });
    expect(listTree(at('all'))).toEqual(allFiles);
    for (const [path, text] of Object.entries(plainFiles))
      expect(readFileSync(at(`all/${path}`), 'utf8')).toBe(text);
  });

  test('without -o the folder has the name of the archive', async () => {
    expect((await run(plain)).code).toBe(0);
    expect(listTree(at('plain'))).toEqual(allFiles);
  });

  test('--json reports what became of each entry', async () => {
    const { code, stdout, stderr } = await run('--json', plain, '-o', 'json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { archive, entries, ...report } = JSON.parse(stdout);
    expect(report).toEqual({
      schema: 1,
      output: 'json',
      dryRun: false,
      files: 4,
      directories: 2,
      bytes: 40,
      skipped: 0,
      failed: [],
      findings: [],
    });
    expect(archive.format).toBe('quake-pak');
    expect(entries).toContainEqual({
      index: 2,
      path: 'maps/e1m1.bsp',
      target: 'maps/e1m1.bsp',
      status: 'written',
    });
  });

  test('patterns and numbers choose', async () => {
    await run(plain, '**/*.bsp', '!**/start*', '-o', 'chosen');
    expect(listTree(at('chosen'))).toEqual(['maps/', 'maps/e1m1.bsp']);
    await run(duplicates, '--index', '1', '-o', 'numbered');
    expect(readFileSync(at('numbered/a.txt'), 'utf8')).toBe('other');
  });

  test('no match makes no folder', async () => {
    const { code, stderr } = await run(plain, '*.zip', '-o', 'none');
    expect(code).toBe(6);
    expect(stderr).toContain('No entry matches *.zip. [ENTRY_NOT_FOUND]');
    expect((await run('-r', plain, '*.zip', '-o', 'none')).code).toBe(6);
    expect(existsSync(at('none'))).toBe(false);
  });

  test('--dry-run says what would be written', async () => {
    putFile(at('dry/default.cfg'), 'mine');
    const { code, stdout, stderr } = await run('--dry-run', plain, '-o', 'dry');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'skip   default.cfg\nwrite  maps/start.bsp\nwrite  maps/e1m1.bsp\nwrite  sound/door.wav\n',
    });
    expect(stderr).toContain('Dry run, nothing was written: dry: 3 files, 24 B, 1 entry left out');
    expect(listTree(at('dry'))).toEqual(['default.cfg']);
  });

  test('--strip and --flat leave out folders', async () => {
    await run(plain, '--strip', '1', '-o', 'stripped');
    expect(listTree(at('stripped'))).toEqual(['door.wav', 'e1m1.bsp', 'start.bsp']);
    await run(plain, '--flat', '-o', 'flat');
    expect(listTree(at('flat'))).toEqual(['default.cfg', 'door.wav', 'e1m1.bsp', 'start.bsp']);
  });

  test('--overwrite: never by default, always, or where the archive is newer', async () => {
    const mine = putFile(at('over/default.cfg'), 'mine');
    expect((await run(plain, '-o', 'over')).code).toBe(0);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    utimesSync(mine, new Date(), new Date(Date.now() + 60_000));
    await run('--overwrite', 'newer', plain, '-o', 'over');
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    utimesSync(mine, new Date(0), new Date(0));
    await run('--overwrite', 'newer', plain, '-o', 'over');
    expect(readFileSync(mine, 'utf8')).toBe(plainFiles['default.cfg']);
    putFile(mine, 'mine again');
    await run('--overwrite', 'always', plain, '-o', 'over');
    expect(readFileSync(mine, 'utf8')).toBe(plainFiles['default.cfg']);
  });

  test('--resume writes what is missing or not whole', async () => {
    const half = putFile(at('resumed/maps/e1m1.bsp'), 'firs');
    const whole = putFile(at('resumed/default.cfg'), plainFiles['default.cfg'] ?? '');
    utimesSync(whole, new Date(0), new Date(0));
    const { code, stderr } = await run('--resume', plain, '-o', 'resumed');
    expect(code).toBe(0);
    expect(stderr).toContain('resumed: 3 files');
    expect(readFileSync(half, 'utf8')).toBe('first map!');
  });

  test('--recursive makes folders of nested archives', async () => {
    expect((await run('-r', nested, '-o', 'deep')).stderr).toBe('deep: 5 files, 45 B.\n');
    expect(listTree(at('deep'))).toEqual([
      'data/',
      'data/inner.pak/',
      'data/inner.pak/plain.pak/',
      ...allFiles.map((path) => `data/inner.pak/plain.pak/${path}`),
      'readme.txt',
    ]);
  });

  test('--recursive with patterns, --flat and --strip', async () => {
    await run('-r', nested, 'data/inner.pak!/plain.pak!/maps', '-o', 'part');
    expect(listTree(at('part')).filter((path) => !path.endsWith('/'))).toEqual([
      'data/inner.pak/plain.pak/maps/e1m1.bsp',
      'data/inner.pak/plain.pak/maps/start.bsp',
    ]);
    await run('-r', nested, 'data/inner.pak', '-o', 'inner');
    expect(listTree(at('inner')).filter((path) => !path.endsWith('/'))).toHaveLength(4);
    await run('-r', '--strip', '1', nested, '**/*.wav', '-o', 'stripped-deep');
    expect(listTree(at('stripped-deep'))).toContain('inner.pak/plain.pak/sound/door.wav');
    await run('-r', '--flat', nested, '-o', 'flat-deep');
    expect(listTree(at('flat-deep'))).toContain('inner.pak/plain.pak/door.wav');
  });

  test('--recursive gives two archives of one name two folders', async () => {
    const inner = { 'x.txt': 'x' };
    putFile(at('twins.pak'), pakOf({ 'A.pak': pakOf(inner), 'a.pak': pakOf({ 'x.txt': 'y' }) }));
    await run('-r', 'twins.pak', '-o', 'twins-out');
    expect(listTree(at('twins-out'))).toEqual(['A.pak/', 'A.pak/x.txt', 'a~2.pak/', 'a~2.pak/x.txt']);
  });

  test('--recursive keeps a broken nested archive as a file, with a warning', async () => {
    const broken = Buffer.from(pakOf(plainFiles));
    broken.writeUInt32LE(2 ** 30, 4);
    putFile(at('holds.pak'), pakOf({ 'broken.pak': broken, 'fine.txt': 'fine' }));
    const { code, stderr } = await run('-r', 'holds.pak', '-o', 'kept');
    expect(code).toBe(0);
    expect(stderr).toContain('"broken.pak" looks like an archive and stays a file');
    expect(readFileSync(at('kept/broken.pak')).equals(broken)).toBe(true);
  });

  test('a nested path extracts from the archive it leads to', async () => {
    await run(`${nested}!/data/inner.pak!/plain.pak`, 'sound', '-o', 'inside');
    expect(listTree(at('inside'))).toEqual(['sound/', 'sound/door.wav']);
  });

  test('--recipe writes the side-car that create turns into the same bytes', async () => {
    const hostile = pakOf({ 'con.txt': 'reserved', 'what?': 'forbidden', same: '1', Same: '2' });
    const archive = putFile(at('hostile.pak'), Buffer.concat([hostile, Buffer.from('tail')]));
    expect((await run('--recipe', archive, '-o', 'with-recipe')).code).toBe(0);
    expect(listTree(at('with-recipe'))).toContain('.packwright-recipe');
    const recipe = at('with-recipe/.packwright-recipe');
    const made = await runCommand(['create', '--recipe', recipe, at('same.pak'), at('with-recipe')]);
    expect(made).toMatchObject({ code: 0, stdout: '' });
    expect(made.stderr).toContain('made by its recipe');
    expect(readFileSync(at('same.pak')).equals(readFileSync(archive))).toBe(true);
  });

  test('the side-car is not packed as a file, and one that does not fit is refused', async () => {
    await run('--recipe', plain, '-o', 'sidecar');
    await runCommand(['create', at('ordinary.pak'), at('sidecar')]);
    expect((await runCommand(['list', at('ordinary.pak')])).stdout).not.toContain('recipe');
    putFile(at('sidecar/default.cfg'), 'short');
    const recipe = ['create', '--recipe', at('sidecar/.packwright-recipe')];
    expect((await runCommand([...recipe, at('changed.pak'), at('sidecar')])).code).toBe(4);
    expect((await runCommand([...recipe, at('changed.pak'), at('sidecar/maps')])).code).toBe(6);
    expect((await runCommand(['create', '--recipe', plain, at('changed.pak'), at('sidecar')])).code).toBe(4);
    expect(existsSync(at('changed.pak'))).toBe(false);
  });

  test.each([['maps'], ['--index', '1'], ['--stored'], ['--recursive']])(
    '--recipe needs all files: %j',
    async (...more) => {
      const { code, stderr } = await run('--recipe', plain, '-o', 'refused', ...more);
      expect(code).toBe(2);
      expect(stderr).toContain('--recipe cannot go with');
      expect(existsSync(at('refused'))).toBe(false);
    },
  );

  test('--stored gives the bytes as they lie', async () => {
    const text = 'packwright '.repeat(1000);
    putFile(at('text/a.txt'), text);
    await runCommand(['create', '-f', 'forgelight-pack2', at('text.pack2'), at('text')]);
    await run('text.pack2', '-o', 'decoded');
    await run('--stored', 'text.pack2', '-o', 'raw');
    const [decoded, raw] = ['decoded', 'raw'].map((name) =>
      readFileSync(join(at(name), listTree(at(name))[0] ?? '')),
    );
    expect(decoded?.toString()).toBe(text);
    expect(raw?.length).toBeLessThan(200);
  });

  test('a destination that is a file', async () => {
    putFile(at('taken'), 'file');
    expect((await run(plain, '-o', 'taken')).code).toBe(8);
    expect(readFileSync(at('taken'), 'utf8')).toBe('file');
  });

  test('a limit on the size', async () => {
    const { code, stderr } = await run('--limit-total-size', '30', plain, '-o', 'limited');
    expect(code).toBe(7);
    expect(stderr).toContain('--limit-total-size');
    expect(existsSync(at('limited'))).toBe(false);
  });
});
