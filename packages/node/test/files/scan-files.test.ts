import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { FileContent } from '../../src/files/file-content.ts';
import { scanFiles } from '../../src/files/scan-files.ts';
import { catchArchiveError } from '../support/catch-error.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function makeTree(names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    if (name.endsWith('/')) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), name);
  }
  return folder;
}

function pathsIn(folder: string): readonly string[] {
  return scanFiles([folder]).entries.map(({ path }) => path);
}

test('files are in the order of their bytes, folder by folder, with what tells where and how long they are', () => {
  const folder = makeTree(['b.txt', 'a/z', 'a/B', 'a.b', 'a-b', 'Z', 'é']);
  const { entries, findings } = scanFiles([folder]);
  // The folder "a" comes by its name alone, so before "a-b", whose "-" would come before "/".
  expect(entries.map(({ path }) => path)).toEqual(['Z', 'a/B', 'a/z', 'a-b', 'a.b', 'b.txt', 'é']);
  expect(findings).toEqual([]);
  const [, { content } = {}] = entries;
  expect(content).toBeInstanceOf(FileContent);
  expect(content).toMatchObject({ path: join(folder, 'a', 'B'), size: 3, name: 'B' });
});

test('the order is the same on a system that lists names in another', () => {
  const folder = makeTree(['b', 'a', 'C']);
  const { readdirSync } = fs;
  const reversed = (path: string): string[] => readdirSync(path).reverse();
  Object.assign(fs, { readdirSync: reversed });
  syncBuiltinESMExports();
  try {
    expect(pathsIn(folder)).toEqual(['C', 'a', 'b']);
  } finally {
    Object.assign(fs, { readdirSync });
    syncBuiltinESMExports();
  }
});

test('a character beyond 16 bits comes behind all others, as in UTF-8', () => {
  expect(pathsIn(makeTree(['\u{1f600}', '\uff5e', 'z']))).toEqual(['z', '\uff5e', '\u{1f600}']);
});

test('escaped names get back what they had, and are still ordered by the name on disk', () => {
  expect(pathsIn(makeTree(['a%3Ab', 'a%u263Ac', 'a$', 'a&', '100%']))).toEqual([
    '100%',
    'a$',
    'a:b',
    'a\u263ac',
    'a&',
  ]);
});

test('an empty folder is an entry, unless it is the one that was named', () => {
  const folder = makeTree(['full/file', 'full/empty/']);
  expect(scanFiles([folder]).entries[0]).toEqual({ kind: 'directory', path: 'full/empty' });
  expect(scanFiles([join(folder, 'full', 'empty')]).entries).toEqual([]);
});

test('single files come by their own name, in the order in which they were named', () => {
  const folder = makeTree(['b', 'c/a%3A']);
  const { entries } = scanFiles([join(folder, 'c', 'a%3A'), join(folder, 'b')]);
  expect(entries.map(({ path }) => path)).toEqual(['a:', 'b']);
});

test('however a folder is written, the paths of its files are short', () => {
  const folder = makeTree(['c/a']);
  const path = join(relative(process.cwd(), folder), 'c', 'a');
  const written = `${relative(process.cwd(), folder)}//.//c/`;
  expect(scanFiles([written]).entries[0]?.content).toMatchObject({ path });
});

test.skipIf(process.platform === 'win32')('links are not followed and are told of', () => {
  const folder = makeTree(['file']);
  symlinkSync('file', join(folder, 'link'));
  symlinkSync('.', join(folder, 'loop'));
  const { entries, findings } = scanFiles([folder, join(folder, 'link')]);
  expect(entries.map(({ path }) => path)).toEqual(['file']);
  expect(findings.map(({ path }) => path)).toEqual(
    ['link', 'loop', 'link'].map((name) => join(folder, name)),
  );
});

test('what is not there is told with its path', async () => {
  const path = join(temporaryFolder(), 'none');
  const error = await catchArchiveError(async () => scanFiles([path]));
  expect(error.code).toBe('SOURCE_FAILED');
  expect(error.message).toContain(path);
});
