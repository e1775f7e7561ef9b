import { sha256, toHex, type WriteEntry } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { packPlugin } from '../../src/index.ts';
import { errorOf, file, openBytes, readAll, writeBytes } from '../support/archives.ts';

function write(entries: readonly WriteEntry[], options: Readonly<Record<string, unknown>> = {}) {
  return writeBytes(packPlugin, entries, options);
}

const minimal = [
  file('A.txt', 'alpha', { attributes: { chunk: 0 } }),
  file('Empty.xml', '', { attributes: { chunk: 0 } }),
  file('B.bin', Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7), { attributes: { chunk: 1 } }),
];

describe('the minimal archives of the specification', () => {
  test.each([
    ['compact', 96, 'c4dcd56bdc4e61880f3abb276adb8177d250797c9189486fd498d409232953b7'],
    ['blocks', 16397, '42524f4d4adecdaa627c296505b5b02c201a102505a6fc59eb94cb6317a74a19'],
  ])('of the layout %s', async (layout, size, digest) => {
    const bytes = await write(minimal, { layout });
    expect(bytes).toHaveLength(size);
    expect(toHex(sha256(bytes))).toBe(digest);
  });
});

describe('writing a pack', () => {
  test('keeps the given order, data right behind its list', async () => {
    const archive = await openBytes(await write([file('z', 'last'), file('a', ''), file('m', 'mid')]), {
      strict: true,
    });
    expect(await readAll(archive)).toEqual({ z: 'last', a: '', m: 'mid' });
    expect([...archive.entries()].map(({ row }) => row.extents)).toMatchObject([
      [{ offset: 8192, length: 4 }],
      [],
      [{ offset: 8196, length: 3 }],
    ]);
    expect(archive.findings).toEqual([]);
  });

  test.each(['blocks', 'compact'])('begins a new list before one exceeds 8192 bytes (%s)', async (layout) => {
    const entries = Array.from({ length: 700 }, (_, at) => file(`${at}`.padStart(20, 'n'), `${at}`));
    const archive = await openBytes(await write(entries, { layout }), { strict: true });
    const counts = [0, 0, 0, 0];
    for (const { row } of archive.entries()) {
      const chunk = Number(row.attributes?.chunk);
      counts[chunk] = (counts[chunk] ?? 0) + 1;
    }
    const most = Math.floor((8192 - 8) / 36);
    expect(counts).toEqual([most, most, most, 700 - 3 * most]);
    expect((await archive.verify()).failures).toEqual([]);
  });

  test('fills a list to the last byte, and not further', async () => {
    const chunks = async (lastName: number): Promise<unknown> => {
      const entries = Array.from({ length: 71 }, (_, at) => file(`${at}`.padStart(98, 'n'), ''));
      const bytes = await write([...entries, file('x'.repeat(lastName), '')]);
      return (await openBytes(bytes)).index.attributes?.chunks;
    };
    const left = 8192 - 8 - 71 * (16 + 98) - 16;
    expect(await chunks(left)).toBe(1);
    expect(await chunks(left + 1)).toBe(2);
  });

  test('divides as the archive that was read', async () => {
    const bytes = await write(minimal);
    const archive = await openBytes(bytes);
    const again: WriteEntry[] = [];
    for (const entry of archive.entries()) {
      again.push(file(entry.path, await entry.bytes(), { attributes: entry.row.attributes }));
    }
    expect(await write(again, { ...archive.index.writeOptions })).toEqual(bytes);
  });
});

describe('what cannot be written', () => {
  test.each<readonly [fact: string, entry: WriteEntry, said: string]>([
    ['a long name', file('n'.repeat(129), 'x'), 'expected at most 128'],
    ['a name that is not ASCII', file('caf\u00e9', 'x'), 'ASCII'],
    ['no name', file('', 'x'), 'ASCII'],
    [
      'more than 32 bits can address',
      { path: 'a', content: { size: 2 ** 32, read: () => new Uint8Array() } },
      '32 bits',
    ],
  ])('%s', async (_, entry, said) => {
    const error = await errorOf(() => write([entry]));
    expect(error.code).toBe('WRITE_REFUSED');
    expect(error.message).toContain(said);
  });

  test('but longer names where they are wanted', async () => {
    const name = 'n'.repeat(1000);
    expect(await readAll(await openBytes(await write([file(name, 'x')], { nameLimit: 1024 })))).toEqual({
      [name]: 'x',
    });
  });

  test('folders, equal names and nothing at all are mentioned', () => {
    const codes = (entries: readonly WriteEntry[]) =>
      packPlugin.writer?.check(entries, {}).map(({ code }) => code);
    expect(codes([{ kind: 'directory', path: 'maps' }, file('a', 'x')])).toEqual(['folder-dropped']);
    expect(codes([file('a', 'x'), file('a', 'y')])).toEqual(['duplicate-name']);
    expect(codes([])).toEqual(['archive-empty']);
  });
});
