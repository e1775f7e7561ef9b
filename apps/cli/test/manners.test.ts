import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pakOf } from './support/build-pak.ts';
import { putFile, writeFixtures } from './support/fixtures.ts';
import { finish, runCommand as runProcess, startCommand } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { runCommand } from './support/warm-command.ts';

const root = temporaryFolder();
const { plain, nested, duplicates } = writeFixtures(root);
const sequence = '\u001b[';

describe.concurrent('standard input', () => {
  test.each([
    [['list', '-'], 'default.cfg\nmaps/start.bsp\nmaps/e1m1.bsp\nsound/door.wav\n'],
    [['cat', '-', 'sound/door.wav'], 'creak'],
    [['verify', '-'], 'ok   -: 4 files, 40 B, 0 checksums compared\n'],
  ])('%j reads it, and leaves nothing behind', async (args, stdout) => {
    const temporary = mkdtempSync(join(root, 'tmp-'));
    const result = await runProcess(args, { input: readFileSync(plain), env: { TMPDIR: temporary } });
    expect(result).toMatchObject({ code: 0, stdout, stderr: '' });
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('a nested path goes into it', async () => {
    const args = ['cat', '-', 'data/inner.pak!/plain.pak!/default.cfg'];
    expect((await runProcess(args, { input: readFileSync(nested) })).stdout).toBe('bind w +forward\n');
  });

  test('nothing on it is told', async () => {
    const { code, stderr } = await runProcess(['list', '-'], { input: '' });
    expect(code).toBe(3);
    expect(stderr).toContain('Found an empty file');
  });
});

describe.concurrent('colours', () => {
  const shown = async (args: readonly string[], env: Record<string, string>): Promise<boolean> =>
    (await runCommand(['list', '--long', plain, ...args], { env })).stdout.includes(sequence);

  test.each([
    ['a pipe', [], {}, false],
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, true],
    ['NO_COLOR and FORCE_COLOR', [], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['--color always', ['--color', 'always'], { NO_COLOR: '1' }, true],
    ['--color=never', ['--color=never'], { FORCE_COLOR: '1' }, false],
  ])('%s', async (_, args, env, isColored) => {
    expect(await shown(args, env)).toBe(isColored);
  });

  test('errors have them too', async () => {
    const { stderr } = await runCommand(['list', '--color', 'always', join(root, 'missing')]);
    expect(stderr).toMatch(`${sequence}31merror:${sequence}39m`);
  });
});

describe.concurrent('talk', () => {
  test('--quiet leaves results and errors', async () => {
    const out = join(root, 'quiet');
    expect(await runCommand(['extract', '-q', plain, '-o', out])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await runCommand(['list', '-q', plain])).stdout).not.toBe('');
    expect((await runCommand(['list', '-q', join(root, 'missing')])).stderr).not.toBe('');
  });

  test('warnings go to stderr, as JSON objects under --json', async () => {
    const long = putFile(join(root, 'long.pak'), pakOf({ ['x'.repeat(56)]: 'a name without an end' }));
    const text = await runCommand(['list', long]);
    expect(text).toMatchObject({ code: 0, stdout: `${'x'.repeat(56)}\n` });
    expect(text.stderr).toMatch(/^warning: .*\n$/);
    const json = await runCommand(['list', '--json', long]);
    expect(JSON.parse(json.stdout).entries).toHaveLength(1);
    expect(JSON.parse(json.stderr)).toEqual({
      schema: 1,
      warning: { message: expect.stringContaining('56 bytes') },
    });
  });

  test('names from strangers cannot talk to the terminal', async () => {
    const hostile = putFile(join(root, 'hostile.pak'), pakOf({ 'a\u001b[2J\u0007b\nc': 'x' }));
    for (const args of [
      ['list'],
      ['list', '-l'],
      ['list', '--tree'],
      ['verify'],
      ['info'],
      ['extract', '-o', join(root, 'no')],
    ]) {
      const [verb = '', ...rest] = args;
      const { stdout, stderr } = await runCommand([verb, hostile, ...rest]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be printed.
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
    expect((await runCommand(['list', hostile])).stdout).toBe('a\\x1b[2J\\x07b\\x0ac\n');
    const { entries } = JSON.parse((await runCommand(['list', '--json', hostile])).stdout);
    expect(entries[0].path).toBe('a\u001b[2J\u0007b\nc');
  });

  test('no progress where nobody looks', async () => {
    const { stderr } = await runCommand(['extract', plain, '-o', join(root, 'silent')]);
    expect(stderr).toBe(`${join(root, 'silent')}: 4 files, 40 B.\n`);
  });
});

describe.concurrent('reading', () => {
  test('never writes, touches or locks', async () => {
    const folder = mkdtempSync(join(root, 'read-only-'));
    const archive = putFile(join(folder, 'a.pak'), readFileSync(nested));
    chmodSync(archive, 0o444);
    chmodSync(folder, 0o555);
    const before = statSync(archive);
    try {
      for (const args of [
        ['list', '-r'],
        ['info'],
        ['verify', '-r'],
        ['cat', 'readme.txt'],
        ['names', 'coverage'],
      ]) {
        const [verb = '', ...rest] = args;
        const words = verb === 'names' ? [verb, ...rest, archive] : [verb, archive, ...rest];
        expect((await runCommand(words)).code, words.join(' ')).toBe(0);
      }
      const { mtimeMs, ctimeMs, size } = statSync(archive);
      expect({ mtimeMs, ctimeMs, size }).toEqual({
        mtimeMs: before.mtimeMs,
        ctimeMs: before.ctimeMs,
        size: before.size,
      });
      expect(readdirSync(folder)).toEqual(['a.pak']);
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  test('what is large reaches a slow reader whole', async () => {
    const count = 20_000;
    const many = Object.fromEntries(
      Array.from({ length: count }, (_, number) => [`folder/entry-${number}.txt`, '']),
    );
    const archive = putFile(join(root, 'many.pak'), pakOf({ ...many, large: 'x'.repeat(3_000_000) }));
    const readSlowly = async (args: readonly string[]) => {
      const child = startCommand(args);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return finish(child);
    };
    const listed = await readSlowly(['list', archive]);
    expect({ code: listed.code, lines: listed.stdout.split('\n').length - 2 }).toEqual({
      code: 0,
      lines: count,
    });
    const described = await readSlowly(['list', '--json', archive]);
    expect([described.code, JSON.parse(described.stdout).entries.length]).toEqual([0, count + 1]);
    const shown = await readSlowly(['cat', archive, 'large']);
    expect([shown.code, shown.bytes.length]).toEqual([0, 3_000_000]);
  });

  test('a reader that has seen enough ends a long listing', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, number) => [`folder/other-${number}.txt`, '']),
    );
    const archive = putFile(join(root, 'other.pak'), pakOf(many));
    for (const args of [
      ['list', archive],
      ['list', '--json', archive],
      ['cat', '--stored', archive, 'folder/other-0.txt'],
    ]) {
      const child = startCommand(args);
      child.stdout?.once('data', () => child.stdout?.destroy());
      expect(await finish(child)).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe.concurrent('paths', () => {
  test('a file on the disk whose name holds !/ wins over a nested path', async () => {
    putFile(join(root, 'odd.pak!', 'x.pak'), readFileSync(duplicates));
    expect((await runCommand(['list', 'odd.pak!/x.pak'], { cwd: root })).stdout).toBe('a.txt\na.txt\n');
  });

  test('the part that is missing is named', async () => {
    const { code, stderr } = await runCommand(['list', `${nested}!/data/nothing.pak`]);
    expect(code).toBe(6);
    expect(stderr).toContain('Found no entry "data/nothing.pak"');
  });

  test('a part that is no archive', async () => {
    const { code, stderr } = await runCommand(['list', `${nested}!/readme.txt`]);
    expect(code).toBe(3);
    expect(stderr).toContain('where: readme.txt');
  });

  test('the depth has a limit', async () => {
    const { code, stderr } = await runCommand([
      'list',
      '--limit-depth',
      '1',
      `${nested}!/data/inner.pak!/plain.pak`,
    ]);
    expect(code).toBe(7);
    expect(stderr).toContain('--limit-depth');
  });

  test('an archive that begins with a dash', async () => {
    putFile(join(root, '-dash.pak'), readFileSync(duplicates));
    expect((await runCommand(['list', '--', '-dash.pak'], { cwd: root })).code).toBe(0);
  });
});
