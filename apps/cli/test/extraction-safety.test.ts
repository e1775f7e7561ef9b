import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildPak, type PakFile, pakOf } from './support/build-pak.ts';
import { putFile } from './support/fixtures.ts';
import { listTree } from './support/list-tree.ts';
import type { RunResult } from './support/run-command.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { runCommand } from './support/warm-command.ts';

const root = temporaryFolder();

/** A folder with `hostile.pak`, an empty `out` and a file that nobody may touch. */
function prepare(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(root, 'case-'));
  putFile(join(folder, 'hostile.pak'), bytes);
  putFile(join(folder, 'precious.txt'), 'precious');
  mkdirSync(join(folder, 'out'));
  return folder;
}

async function extract(folder: string, ...flags: string[]): Promise<RunResult> {
  const result = await runCommand(['extract', 'hostile.pak', '-o', 'out', ...flags], { cwd: folder });
  expect(
    readdirSync(folder)
      .sort()
      .filter((name) => name !== 'elsewhere'),
  ).toEqual(['hostile.pak', 'out', 'precious.txt']);
  expect(readFileSync(join(folder, 'precious.txt'), 'utf8')).toBe('precious');
  return result;
}

/** Extracts one bad file between two good ones. */
async function extractWithGood(
  path: string,
  ...flags: string[]
): Promise<{ result: RunResult; tree: readonly string[] }> {
  const files: PakFile[] = [
    { path: 'good.txt', content: 'good' },
    { path, content: 'evil' },
    { path: 'also-good.txt', content: 'good' },
  ];
  const folder = prepare(buildPak(files));
  const result = await extract(folder, ...flags);
  const tree = listTree(join(folder, 'out'));
  expect(tree).toEqual(expect.arrayContaining(['also-good.txt', 'good.txt']));
  return { result, tree: tree.filter((name) => !name.endsWith('good.txt')) };
}

describe.concurrent('hostile paths are refused, and the other files extracted', () => {
  test.each([
    ['a parent folder', '../precious.txt'],
    ['parent folders in the middle', 'maps/../../precious.txt'],
    ['a parent folder with backslashes', '..\\precious.txt'],
    ['both kinds of separators', 'maps\\..\\../precious.txt'],
    ['a drive', 'C:\\precious.txt'],
    ['a drive with a slash', 'c:/precious.txt'],
    ['a path relative to a drive', 'C:precious.txt'],
    ['a network share', '\\\\server\\share\\evil.txt'],
    ['a network share with slashes', '//server/share/evil.txt'],
    ['a device path', '\\\\?\\C:\\evil.txt'],
    ['a newline', 'line\nbreak.txt'],
    ['an escape sequence', '\u001b[2Jclear.txt'],
    ['nothing but dots', '..'],
  ])('%s', async (_, path) => {
    const { result, tree } = await extractWithGood(path);
    expect(tree).toEqual([]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('[PATH_UNSAFE]');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what the command must not print.
    expect(result.stderr.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  test('with --flat and --strip too', async () => {
    expect((await extractWithGood('../precious.txt', '--flat', '--overwrite', 'always')).tree).toEqual([]);
    const folder = prepare(pakOf({ 'maps/../../precious.txt': 'evil', 'maps/good.txt': 'good' }));
    expect((await extract(folder, '--strip', '1', '--overwrite', 'always')).code).toBe(1);
    expect(listTree(join(folder, 'out'))).toEqual(['good.txt']);
  });

  test('when nothing else was wanted, the exit code says so', async () => {
    const folder = prepare(pakOf({ '../precious.txt': 'evil' }));
    expect((await extract(folder)).code).toBe(7);
    expect((await extract(folder, '--dry-run')).code).toBe(7);
  });
});

describe.concurrent('odd paths are contained', () => {
  test('an absolute path loses its root, with a warning', async () => {
    const { result, tree } = await extractWithGood('/etc/evil.txt');
    expect(tree).toEqual(['etc/', 'etc/evil.txt']);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('warning: ');
  });

  test('an absolute path with a backslash', async () => {
    expect((await extractWithGood('\\etc\\evil.txt')).tree).toEqual(['etc/', 'etc/evil.txt']);
  });

  test.each(['con', 'NUL.txt', 'com1', 'aux.h', 'lpt9.cfg'])(
    'the reserved name %s is escaped',
    async (name) => {
      const { result, tree } = await extractWithGood(name);
      expect(result.code).toBe(0);
      expect(tree).toHaveLength(1);
      expect(tree[0]).not.toMatch(/^(con|nul|com1|aux|lpt9)(\.|$)/i);
    },
  );

  test.each(['dot.', 'space ', 'what?.txt', 'a<b>c|d*.txt', 'stream.txt:hidden', 'quo"te'])(
    'the name %j, which Windows cannot store, is escaped',
    async (name) => {
      const { result, tree } = await extractWithGood(name);
      expect(result.code).toBe(0);
      expect(tree).toHaveLength(1);
      expect(tree[0]).not.toMatch(/[<>:"|?*]|[. ]$/);
    },
  );

  test('names that differ only in case get a suffix', async () => {
    const folder = prepare(pakOf({ 'Readme.txt': '1', 'readme.txt': '2', 'README.TXT': '3' }));
    const { code, stderr } = await extract(folder);
    expect(code).toBe(0);
    expect(listTree(join(folder, 'out'))).toEqual(['README~3.TXT', 'Readme.txt', 'readme~2.txt']);
    expect(stderr).toContain('is taken there, on some systems at least');
  });

  test('a file and a folder of one name', async () => {
    const folder = prepare(pakOf({ data: 'file', 'data/inside.txt': 'inside' }));
    expect((await extract(folder)).code).toBe(0);
    expect(listTree(join(folder, 'out'))).toEqual(['data', 'data~2/', 'data~2/inside.txt']);
  });
});

describe.concurrent('links in the destination are not followed', () => {
  test('a folder that is a link', async () => {
    const folder = prepare(pakOf({ 'maps/evil.txt': 'evil', 'good.txt': 'good' }));
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'out', 'maps'));
    const { code, stderr } = await extract(folder);
    expect(code).toBe(1);
    expect(stderr).toContain('The folder "maps" in the destination is a link. [PATH_UNSAFE]');
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
    expect(readFileSync(join(folder, 'out', 'good.txt'), 'utf8')).toBe('good');
  });

  test('a folder of a nested archive that is a link, and one further up', async () => {
    const inner = pakOf({ 'evil.txt': 'evil' });
    const folder = prepare(pakOf({ 'a.pak': inner, 'maps/b.pak': inner, 'good.txt': 'good' }));
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'out', 'a.pak'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'out', 'maps'));
    const { code, stderr } = await extract(folder, '--recursive');
    expect(code).toBe(1);
    expect(stderr.match(/in the destination is a link\. \[PATH_UNSAFE\]/g)).toHaveLength(2);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });

  test('a file that is a link is replaced, not written through', async () => {
    const folder = prepare(pakOf({ 'file.txt': 'new' }));
    symlinkSync(join(folder, 'precious.txt'), join(folder, 'out', 'file.txt'));
    expect((await extract(folder)).code).toBe(0);
    expect((await extract(folder, '--overwrite', 'always')).code).toBe(0);
    expect(readFileSync(join(folder, 'out', 'file.txt'), 'utf8')).toBe('new');
  });
});

test('a hostile name of a nested archive makes no folder outside', async () => {
  const folder = prepare(pakOf({ '../escape.pak': pakOf({ 'evil.txt': 'evil' }), 'good.txt': 'good' }));
  expect((await extract(folder, '--recursive')).code).toBe(1);
  expect(listTree(join(folder, 'out'))).toEqual(['good.txt']);
});
