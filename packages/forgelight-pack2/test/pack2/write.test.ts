import { sha256, toHex } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { pack2Plugin } from '../../src/index.ts';
import { errorOf, file, openBytes, readAll, toText, writeBytes } from '../support/archives.ts';

const shrinking = 'shrinks '.repeat(100);

function write(entries: Parameters<typeof writeBytes>[1], options: Parameters<typeof writeBytes>[2] = {}) {
  return writeBytes(pack2Plugin, entries, options);
}

describe('the minimal archives of the specification', () => {
  test('one stored and one compressed asset', async () => {
    const entries = [file('raw.txt', 'hello pack2'), file('zipped.txt', 'A'.repeat(100))];
    const bytes = await write(entries, { encoder: 'classic' });
    expect(bytes).toHaveLength(1088);
    expect(toHex(sha256(bytes))).toBe('fb87f61bc9389c815ef98ae0111ef457025fc136ffad3d5047bead374a0bd108');
  });

  test('a list of names and what it names', async () => {
    const entries = [file('{NAMELIST}', 'raw.txt\n{NAMELIST}\n'), file('raw.txt', 'hello pack2')];
    const bytes = await write(entries);
    expect(bytes).toHaveLength(1088);
    expect(toHex(sha256(bytes))).toBe('8ca562431a977593cbd69cee77ecf82255d9b03fd37f726fc97bf7dae34a3f2b');
  });
});

describe('writing a pack2', () => {
  test('gives an archive without findings that holds the same', async () => {
    const names = ['b.txt', 'a.txt', 'empty.bin', 'c.txt'];
    const entries = [
      file('b.txt', 'bee'),
      file('a.txt', shrinking),
      file('empty.bin', ''),
      file('c.txt', 'sea'),
    ];
    const archive = await openBytes(await write(entries), { names, strict: true });
    expect(archive.findings).toEqual([]);
    expect(await archive.verify()).toMatchObject({ failures: [] });
    expect(await readAll(archive)).toEqual({
      'a.txt': shrinking,
      'b.txt': 'bee',
      'c.txt': 'sea',
      'empty.bin': '',
    });
  });

  test('compresses what shrinks below the threshold, and nothing else', async () => {
    const flags = async (options: Record<string, unknown>): Promise<unknown> => {
      const archive = await openBytes(await write([file('a', shrinking)], options));
      return archive.entry(0).row.attributes?.flags;
    };
    expect(await flags({})).toBe(0x11);
    expect(await flags({ threshold: 1 })).toBe(0x10);
    expect(await flags({ compress: 'never' })).toBe(0x10);
    expect(await flags({ compress: 'always', threshold: 1 })).toBe(0x11);
  });

  test('never compresses an empty file', async () => {
    const archive = await openBytes(await write([file('a', '')], { compress: 'always' }), { strict: true });
    expect(archive.entry(0).storedSize).toBe(0);
  });

  test('sorts rows by hash and leaves the data in the given order', async () => {
    const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt'];
    const archive = await openBytes(await write(names.map((name) => file(name, name))), {
      names,
      strict: true,
    });
    const hashes = [...archive.entries()].map(({ hash }) => hash ?? 0n);
    expect(hashes).toEqual([...hashes].sort((a, b) => (a < b ? -1 : 1)));
    const offsets = names.map((name) => archive.find(name)?.row.extents[0]);
    expect(offsets).toMatchObject([0x200, 0x300, 0x400, 0x500, 0x600].map((offset) => ({ offset })));
  });

  test('keeps hashes whose names are not known', async () => {
    const bytes = await write([
      file('0x00112233445566FF.bin', 'by its name'),
      file('0xffeeddccbbaa9988', 'without an extension'),
      file('folder/0x0000000000000001.dds', 'in a folder'),
      file('any.txt', 'by its hash', { hash: 5n }),
    ]);
    const archive = await openBytes(bytes, { strict: true });
    expect([...archive.entries()].map(({ hash }) => hash)).toEqual([
      1n,
      5n,
      0x00112233445566ffn,
      0xffeeddccbbaa9988n,
    ]);
  });

  test('keeps the flag of unknown meaning', async () => {
    const entries = [file('old', 'x', { attributes: { flags: 0x01 } }), file('new', 'y')];
    const archive = await openBytes(await write(entries), { names: ['old', 'new'] });
    expect(archive.find('old')?.row.attributes).toEqual({ flags: 0x00 });
    expect(archive.find('new')?.row.attributes).toEqual({ flags: 0x10 });
  });

  test('takes the block of 128 bytes, or writes zeros', async () => {
    const block128 = 'c0ffee00'.repeat(32);
    const given = await openBytes(await write([file('a', 'x')], { block128 }));
    expect(given.index.attributes?.block128).toBe(block128);
    const without = await openBytes(await write([file('a', 'x')]));
    expect(without.index.attributes?.block128).toBe('00'.repeat(128));
  });

  test('can do without the alignment', async () => {
    const archive = await openBytes(await write([file('a', 'xyz'), file('b', 'xyz')], { align: 1 }));
    expect((await archive.verify()).failures).toEqual([]);
    expect(archive.source.size).toBe(0x200 + 6 + 64);
  });

  test('can make an archive of nothing', async () => {
    const bytes = await write([]);
    expect(bytes).toHaveLength(0x200);
    expect(await openBytes(bytes, { strict: true })).toHaveLength(0);
  });

  test('streams what is too large to hold, and gives the same bytes', async () => {
    const large = new Uint8Array(17 * 2 ** 20).map((_, at) => at >> 12);
    const archive = await openBytes(await write([file('large.bin', large)], { level: 1 }), { strict: true });
    expect(archive.entry(0).row.attributes).toEqual({ flags: 0x11 });
    expect(await archive.entry(0).measure()).toBe(large.length);
    expect((await archive.verify()).failures).toEqual([]);
  });
});

describe('what cannot be written', () => {
  test.each<readonly [fact: string, entries: Parameters<typeof writeBytes>[1], said: string]>([
    ['two names of the same hash', [file('a.txt', 'x'), file('A.TXT', 'y')], 'same hash'],
    ['a name and its own hash', [file('a', 'x'), file('0x73157a32a5b7233e.bin', 'y')], 'same hash'],
    ['the same name in two folders', [file('x/a.txt', 'x'), file('y/a.txt', 'y')], 'same hash'],
    ['a name that is not ASCII', [file('caf\u00e9.txt', 'x')], 'ASCII'],
    ['no name at all', [file('folder/', 'x')], 'no file name'],
  ])('%s', async (_, entries, said) => {
    const error = await errorOf(() => write(entries));
    expect(error.code).toBe('WRITE_REFUSED');
    expect(error.message).toContain(said);
  });

  test('a block of another length', async () => {
    expect((await errorOf(() => write([], { block128: '00ff' }))).code).toBe('WRITE_REFUSED');
    expect((await errorOf(() => write([], { block128: 'zz'.repeat(128) }))).code).toBe('WRITE_REFUSED');
  });

  test('a compressed file beyond 4 GiB', () => {
    const huge = { size: 2 ** 32, read: () => new Uint8Array() };
    const check = (compress: 'always' | 'auto') =>
      pack2Plugin.writer?.check([{ path: 'a', content: huge }], { compress }).map(({ code }) => code);
    expect(check('always')).toEqual(['too-large']);
    expect(check('auto')).toEqual([]);
  });

  test('folders are left out with a warning', async () => {
    const entries = [{ kind: 'directory' as const, path: 'maps' }, file('maps/a.txt', 'x')];
    const findings = pack2Plugin.writer?.check(entries, {}) ?? [];
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['folder-dropped', 'warning'],
      ['folder-dropped', 'warning'],
    ]);
    const archive = await openBytes(await write(entries), { names: ['a.txt'], strict: true });
    expect(toText((await archive.find('a.txt')?.bytes()) ?? new Uint8Array())).toBe('x');
  });
});
