import { ArchiveError, type ByteOrder } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../src/row.ts';
import type { TreeVersionNumber } from '../src/version.ts';
import { treeVersion } from '../src/versions/tree-version.ts';
import { buildTree, directory, file, type TreeTableDraft } from './support/build-tree.ts';
import { makeArchive, openBytes } from './support/make-archive.ts';

const numbers: readonly TreeVersionNumber[] = [0, 2, 3, 4, 5, 6, 7];
const orders: readonly ByteOrder[] = ['little', 'big'];
const versions = numbers.flatMap((number) => orders.map((order) => treeVersion(number, order)));

/** Names for up to five entries; with hashes the numbers are as good. */
const names = '\0aaa\0bbb\0ccc\0ddd\0';
const [a, b, c, d] = [1, 5, 9, 13];

async function failure(draft: TreeTableDraft): Promise<string> {
  try {
    await openBytes(buildTree({ names, ...draft }));
    return 'none';
  } catch (error) {
    return ArchiveError.is(error) ? error.code : `not an ArchiveError: ${error}`;
  }
}

describe.each(
  versions.map((version) => ({ version, title: `RPF${version.number} ${version.order}-endian` })),
)('a damaged $title', ({ version }) => {
  const damaged: Readonly<Record<string, readonly Row[]>> = {
    'a directory that contains itself': [directory(0, 1, 1), directory(a, 1, 1)],
    'a directory that contains an ancestor': [directory(0, 1, 1), directory(a, 2, 1), directory(b, 1, 1)],
    'a directory that contains the root': [directory(0, 1, 1), directory(a, 0, 2)],
    'an entry with two owners': [
      directory(0, 1, 2),
      directory(a, 3, 1),
      directory(b, 3, 1),
      file(c, 4096, 1),
    ],
    'children behind the table': [directory(0, 1, 3), file(a, 4096, 1)],
    'children beyond 32 bits': [directory(0, 0x7fffffff, 0x3fffffff), file(a, 4096, 1)],
    'a file as its root': [file(0, 4096, 1), file(a, 4096, 1)],
  };
  it.each(Object.entries(damaged))('with %s is refused', async (_, rows) => {
    expect(await failure({ version, rows })).toBe('DAMAGED');
  });

  it('without entries is refused', async () => {
    expect(await failure({ version, rows: [directory(0, 1, 0)], header: { count: 0 } })).toBe('DAMAGED');
  });

  it.each([0xffffffff, 0x10000000, 0x20000001, 1_000_000])('with %i entries is refused', async (count) => {
    expect(await failure({ version, rows: [directory(0, 1, 0)], header: { count } })).toBe('DAMAGED');
  });

  it('with deeper directories than anybody makes is refused', async () => {
    const rows = Array.from({ length: 200 }, (_, entry) => directory(a, entry + 1, entry < 199 ? 1 : 0));
    expect(await failure({ version, rows })).toBe('DAMAGED');
  });

  it.skipIf(version.names === 'hash')('with a name outside the name table is refused', async () => {
    const far = 0xfffe;
    expect(await failure({ version, rows: [directory(0, 1, 1), file(far, 4096, 1)] })).toBe('DAMAGED');
  });

  it('with a file behind its end is listed, but the file is not read', async () => {
    const rows = [directory(0, 1, 2), file(a, 4096, 3), file(b, 1_048_576, 3)];
    const bytes = buildTree({ version, names, rows, data: [[4096, Uint8Array.of(1, 2, 3)]] });
    const archive = await openBytes(bytes);
    expect(archive.findings.map(({ code }) => code)).toContain('data-outside');
    expect([...(await archive.entry(0).bytes())]).toEqual([1, 2, 3]);
    await expect(archive.entry(1).bytes()).rejects.toMatchObject({ code: 'TRUNCATED' });
    await expect(openBytes(bytes, { strict: true })).rejects.toMatchObject({ code: 'DAMAGED' });
  });

  it('with entries that nobody owns is listed without them', async () => {
    const rows = [directory(0, 2, 1), file(d, 4096, 1), file(a, 4096, 1)];
    const archive = await openBytes(buildTree({ version, names, rows }));
    expect(archive.length).toBe(1);
    expect(archive.findings.map(({ code }) => code)).toContain('entries-unreachable');
  });

  it('with a name twice keeps both, and the first is found', async () => {
    const rows = [directory(0, 1, 3), file(b, 4096, 1), file(a, 4097, 1), file(b, 4104, 2)];
    const aligned = rows.map((row) => (row.kind === 'binary' ? { ...row, offset: 4096 } : row));
    const archive = await openBytes(buildTree({ version, names, rows: aligned }));
    expect(archive.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['names-unsorted', 'duplicate-names']),
    );
    expect(archive.find(archive.path(0))?.index).toBe(0);
    expect(archive.findAll(archive.path(0)).map(({ index }) => index)).toEqual([0, 2]);
  });
});

describe('absurd resources', () => {
  it.each([2, 3, 4, 5, 6, 7] as const)(
    'of RPF%i are refused before anything is allocated',
    async (number) => {
      const version = treeVersion(number, 'little');
      const flags1 = number === 7 ? 0x0fffffff : 0xffffffff;
      const resource: Row = {
        kind: 'resource',
        name: a,
        offset: 4096,
        stored: 40,
        type: 1,
        flags1,
        flags2: 0xffffffff,
      };
      const archive = await openBytes(buildTree({ version, names, rows: [directory(0, 1, 1), resource] }));
      expect((await archive.entry(0).bytes()).length).toBe(40);
      await expect(archive.entry(0).body()).rejects.toMatchObject({ name: 'ArchiveError' });
    },
  );

  it('of RPF7 without a size on disk are taken as stored', async () => {
    const resource: Row = {
      kind: 'resource',
      name: a,
      offset: 4096,
      stored: 0,
      type: 0,
      flags1: 0x08000000,
      flags2: 0,
    };
    const archive = await openBytes(
      buildTree({ version: treeVersion(7, 'little'), names, rows: [directory(0, 1, 1), resource] }),
    );
    expect((await archive.entry(0).body()).length).toBe(512);
  });

  it('of RPF7 with a full size field tell their size in their header, even behind the end', async () => {
    const full = {
      kind: 'resource',
      name: a,
      type: 0,
      stored: 0xffffff,
      flags1: 0x08000000,
      flags2: 0,
    } as const;
    const rows: readonly Row[] = [
      directory(0, 1, 2),
      { ...full, offset: 4096 },
      { ...full, name: b, offset: 1_048_576 },
    ];
    const header = new Uint8Array(16);
    header[7] = 48;
    const archive = await openBytes(
      buildTree({ version: treeVersion(7, 'little'), names, rows, data: [[4096, header]] }),
    );
    expect(archive.entry(0).storedSize).toBe(48);
    expect(archive.entry(1).storedSize).toBe(0xffffff);
  });
});

describe('odd archives', () => {
  it('of version 5 are read, as an experiment', async () => {
    const bytes = buildTree({
      version: treeVersion(5, 'little'),
      rows: [directory(0, 1, 1), file(7, 4096, 1)],
    });
    const archive = await openBytes(bytes, { strict: true });
    expect(archive.findings).toMatchObject([{ code: 'experimental' }]);
    expect(archive.path(0)).toBe('0x00000007');
  });

  it('of version 1 are recognised and refused with the reason', async () => {
    const bytes = new Uint8Array(4096);
    bytes.set([0x52, 0x50, 0x46, 0x31]);
    await expect(openBytes(bytes)).rejects.toMatchObject({
      code: 'VARIANT_UNSUPPORTED',
      message: expect.stringContaining('RPF1'),
    });
  });

  it('of version 2 whose files are encrypted are refused with the reason', async () => {
    const bytes = buildTree({ version: treeVersion(2, 'little'), names, rows: [directory(0, 1, 0)] });
    bytes[20] = 1;
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'VARIANT_UNSUPPORTED' });
  });

  it('of version 7 with an unknown tag are refused unless the user says how to read them', async () => {
    const draft = { version: treeVersion(7, 'little'), names, rows: [directory(0, 1, 1), file(a, 4096, 2)] };
    const bytes = buildTree({ ...draft, header: { tag: 0x12345678 } });
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'VARIANT_UNSUPPORTED' });
    expect((await openBytes(bytes, { options: { cipher: 'none' } })).path(0)).toBe('aaa');
  });

  it('whose table claims to run past the end are read, as FXServer writes them', async () => {
    const version = treeVersion(2, 'little');
    const rows = [directory(0, 1, 1), file(2, 4096, 0)];
    const bytes = buildTree({
      version,
      names: '/\0__resource.lua\0',
      rows,
      size: 4096,
      header: { namesLength: 4096 },
    });
    const archive = await openBytes(bytes, { strict: true });
    expect(archive.path(0)).toBe('__resource.lua');
    expect((await archive.entry(0).bytes()).length).toBe(0);
  });

  it('with names that no folder can hold say so', async () => {
    const version = treeVersion(7, 'little');
    const rows = [directory(0, 1, 2), file(1, 512, 0), file(4, 512, 0)];
    const archive = await openBytes(buildTree({ version, names: '\0..\0a:b\0', rows }));
    expect(archive.findings).toMatchObject([{ code: 'name-unsafe' }]);
  });

  it('with an empty name get one that tells the entry', async () => {
    const version = treeVersion(7, 'little');
    const archive = await openBytes(
      buildTree({ version, names: '\0', rows: [directory(0, 1, 1), file(0, 512, 0)] }),
    );
    expect(archive.path(0)).toBe('unnamed-1');
  });

  it('with an endless name shared by all entries are refused in time', async () => {
    const version = treeVersion(7, 'little');
    const rows = Array.from({ length: 20_000 }, (_, entry) =>
      entry === 0 ? directory(0, 1, 19_999) : file(entry, 512, 0),
    );
    const bytes = buildTree({ version, names: 'n'.repeat(60_000), rows, size: 400_000 });
    const before = process.cpuUsage();
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    const { user, system } = process.cpuUsage(before);
    // The work that was done, in microseconds: a busy machine must not count.
    expect(user + system).toBeLessThan(2_000_000);
  });
});

describe('debug names of RPF6', () => {
  it('are missed when the file ends before some of them', async () => {
    const bytes = await makeArchive(
      { 'first.txt': '1', 'second.txt': '2', 'third.txt': '3' },
      { version: 6 },
    );
    const whole = await openBytes(bytes);
    expect(whole.findings).toEqual([]);
    const names = whole.index.structure.find(({ name }) => name === 'debug names');
    const cut = await openBytes(bytes.slice(0, (names?.offset ?? 0) + 8 * 4 + 12));
    expect(cut.findings).toMatchObject([{ severity: 'warning', code: 'debug-names-outside' }]);
    expect([...cut.entries()].filter(({ named }) => named).length).toBe(1);
  });
});
