import { BytesSource, openArchive, type WriteEntry } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins, { rfgVpp } from '../src/index.ts';
import { sparse } from './support/sparse.ts';
import { textBytes, twoFiles, writeBytes } from './support/write-bytes.ts';

const file = (path: string, content = 'x'): WriteEntry => ({
  path,
  content: new BytesSource(textBytes(content)),
});
const huge = (path: string, size: number): WriteEntry => ({
  path,
  content: { size, read: (_, length) => new Uint8Array(length) },
});

describe('entries that the format cannot express', () => {
  test.each<[string, readonly WriteEntry[], Readonly<Record<string, unknown>>, string]>([
    ['a folder', [file('maps/a.txt')], {}, 'lies in a folder'],
    ['a directory', [{ kind: 'directory', path: 'maps' }], {}, 'is a directory'],
    ['no name', [file('')], {}, 'has no name'],
    ['another alphabet', [file('käse.txt')], {}, 'outside printable ASCII'],
    ['a control character', [file('a\n')], {}, 'outside printable ASCII'],
    ['4 GiB in one file', [huge('a', 2 ** 32 - 1)], {}, 'at most 4294967294'],
    [
      '4 GiB in a solid block',
      [huge('a', 2 ** 31), huge('b', 2 ** 31)],
      { layout: 'compacted' },
      'in this layout',
    ],
    ['a long name in version 1', [file('n'.repeat(60))], { version: '1' }, 'at most 59'],
    ['compression in version 1', [file('a')], { version: '1', layout: 'compressed' }, 'expected raw'],
    ['4 GiB in version 1', [huge('a', 2 ** 31), huge('b', 2 ** 31)], { version: '1' }, 'at most 4294967295'],
  ])('%s', async (_, entries, options, message) => {
    await expect(writeBytes(rfgVpp, entries, options)).rejects.toMatchObject({
      code: 'WRITE_REFUSED',
      message: expect.stringContaining(message),
    });
  });

  test('a name that only the file name makes too long', async () => {
    await expect(writeBytes(rfgVpp, [file('n'.repeat(60))], {}, 'a.vpp')).rejects.toMatchObject({
      code: 'WRITE_REFUSED',
    });
  });

  test('a banner without room', async () => {
    await expect(writeBytes(rfgVpp, twoFiles, { banner: 'b'.repeat(322) })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });
});

test('what is odd but possible is mentioned', () => {
  const codes = (entries: readonly WriteEntry[], options = {}): readonly string[] =>
    rfgVpp.writer?.check(entries, options).map(({ code }) => code) ?? [];
  expect(codes([file('a.txt'), file('A.TXT')])).toEqual(['name-duplicate']);
  expect(codes([], { version: '1' })).toEqual(['archive-empty']);
  expect(codes([huge('a', 2 ** 31), huge('b', 2 ** 31)])).toEqual(['archive-too-large']);
});

test('banner and further flags are written, found again and proposed', async () => {
  const options = { version: '3', banner: 'made by a tool', flags: 0x20 };
  const bytes = await writeBytes(rfgVpp, twoFiles, options);
  const archive = await openArchive(new BytesSource(bytes), { formats: plugins });
  expect(archive.index.writeOptions).toMatchObject(options);
  expect(archive.index.attributes).toMatchObject({ flags: '0x00000020', banner: 'made by a tool' });
  expect(await writeBytes(rfgVpp, twoFiles, { ...archive.index.writeOptions })).toEqual(bytes);
});

test.each(['raw', 'compressed', 'condensed', 'compacted'])('empty files in a %s archive', async (layout) => {
  const entries = [file('first', ''), file('a', 'aaa'), file('middle', ''), file('b', 'b'), file('last', '')];
  for (const byteOrder of ['little', 'big']) {
    const bytes = await writeBytes(rfgVpp, entries, { version: '3', layout, byteOrder });
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins, strict: true });
    expect(archive.findings).toEqual([]);
    expect(await archive.verify()).toMatchObject({ files: 5, bytes: 4, failures: [] });
    expect(await archive.find('b')?.bytes()).toEqual(textBytes('b'));
  }
});

describe('names that are no plain text', () => {
  test('go back into a new archive as they were', async () => {
    const bytes = await writeBytes(rfgVpp, [file('a-b.txt')], { version: '3' });
    // A slash and a byte beyond ASCII, as some tool may have written them.
    bytes.set([0x2f, 0xe4], 4097);
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins });
    const entry = archive.entry(0);
    expect(entry.path).toBe('a/ä.txt');
    const again = { path: entry.path, content: await entry.source(), attributes: entry.row.attributes };
    const copy = await openArchive(new BytesSource(await writeBytes(rfgVpp, [again], { version: '3' })), {
      formats: plugins,
    });
    expect(copy.entry(0).path).toBe('a/ä.txt');
  });

  test('in version 1 a name may fill its field, and an empty one gets a number', async () => {
    const bytes = sparse(4096, [
      [0, `ce0a8951010000000200000000100000`],
      [0x800, '61'.repeat(60)],
    ]);
    const archive = await openArchive(new BytesSource(bytes, 'a.vpp'), { formats: plugins });
    expect([...archive.entries()].map(({ path }) => path)).toEqual(['a'.repeat(60), 'unnamed-1']);
    expect(archive.findings.map(({ code }) => code)).toEqual(['name-unterminated']);
  });

  test('a name outside its block leaves the hash, which stays', async () => {
    const bytes = await writeBytes(rfgVpp, twoFiles, { version: '3' });
    new DataView(bytes.buffer).setUint32(0x800, 500, true);
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins });
    const entry = archive.entry(0);
    expect(entry.path).toBe('0x6FD6CCAF');
    const again = { path: entry.path, hash: entry.hash, content: await entry.source() };
    const copy = await openArchive(new BytesSource(await writeBytes(rfgVpp, [again], { version: '3' })), {
      formats: plugins,
    });
    expect(copy.entry(0).hash).toBe(0x6fd6ccafn);
  });
});
