import { ArchiveError, type ByteSource, BytesSource } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { joaat } from '../../src/joaat.ts';
import { bytesOf, entriesOf, type Files, makeArchive, openBytes, readAll } from '../support/make-archive.ts';
import { makeExtendedResource, makePageResource, makeResource7 } from '../support/make-resource.ts';

const prose = 'words that are worth compressing, '.repeat(60);

async function codeOf(files: Files, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  try {
    await makeArchive(files, options);
    return 'written';
  } catch (error) {
    return ArchiveError.is(error) ? error.code : `not an ArchiveError: ${error}`;
  }
}

describe('siblings', () => {
  it('ascend by raw bytes, capital letters first, where names are stored', async () => {
    const archive = await openBytes(await makeArchive({ b: '1', B: '2', _: '3', ä: '4', a: '5' }), {
      strict: true,
    });
    expect([...archive.entries()].map(({ path }) => path)).toEqual(['B', '_', 'a', 'b', 'ä']);
    expect(archive.findings).toEqual([]);
  });

  it.each([3, 6])('ascend by the hash as an unsigned number in RPF%i', async (version) => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`file${at}`, `${at}`]));
    const archive = await openBytes(await makeArchive(files, { version }), { strict: true });
    const hashes = [...archive.entries()].map(({ hash }) => Number(hash));
    expect(hashes).toEqual([...hashes].sort((left, right) => left - right));
    expect(hashes.some((hash) => hash >= 2 ** 31)).toBe(true);
    expect(archive.findings).toEqual([]);
  });
});

describe('names', () => {
  it('that are hashes stay hashes, with any extension', async () => {
    const bytes = await makeArchive(
      { '0x714A3238': 'hello', '0x00000001.dds/0xFFFFFFFF.bin': 'x' },
      { version: 3 },
    );
    const archive = await openBytes(bytes, { list: ['hello.txt'] });
    expect(await readAll(archive)).toEqual({
      'hello.txt': 'hello',
      '0x00000001/': '',
      '0x00000001/0xFFFFFFFF': 'x',
    });
  });

  it('are found again by debug names in RPF6, with the time of the last change', async () => {
    const [entry] = entriesOf({ 'Sub/File.txt': 'x' });
    const modified = '2010-05-18T12:00:00.000Z';
    const archive = await openBytes(await makeArchive({ 'Sub/File.txt': 'x' }, { version: 6 }), {
      strict: true,
    });
    expect(archive.path(1)).toBe('Sub/File.txt');
    expect(archive.entry(1).hash).toBe(BigInt(joaat(bytesOf('file.txt'))));
    const { BytesSink, createArchive } = await import('@packwright/core');
    const sink = new BytesSink();
    await createArchive(plugin, [{ ...(entry ?? { path: 'x' }), attributes: { modified } }], sink, {
      options: { version: 6 },
    });
    expect((await openBytes(sink.bytes().slice())).entry(1).row.attributes).toEqual({ modified });
  });

  it('are pooled', async () => {
    const bytes = await makeArchive({ 'data/x': '1', 'sub/data/x': '2' });
    const archive = await openBytes(bytes);
    expect(archive.index.structure.find(({ name }) => name === 'names')?.length).toBe(16);
  });

  it('get a shift when 64 KiB cannot address them', async () => {
    const files = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`${at}-${'n'.repeat(90)}`, '']));
    const archive = await openBytes(await makeArchive(files), { strict: true });
    expect(archive.index.writeOptions).toMatchObject({ nameShift: 1 });
    expect(archive.length).toBe(900);
    expect(await codeOf(files, { nameShift: 0 })).toBe('WRITE_REFUSED');
  });

  it.each(['', '.', 'a/..', 'a//b', '/a', 'a/', 'a\\b', 'a:b', 'a\0b', 'a\nb', '名', 'n'.repeat(256)])(
    'such as %j are refused',
    async (path) => expect(await codeOf({ [path]: 'x' })).toBe('WRITE_REFUSED'),
  );

  it('that would take the place of another are refused', async () => {
    expect(await codeOf({ a: 'x', 'a/b': 'y' })).toBe('WRITE_REFUSED');
    expect(await codeOf({ 'a.txt': 'x', 'A.txt': 'y' })).toBe('written');
    expect(await codeOf({ 'a.txt': 'x', 'A.txt': 'y' }, { version: 6 })).toBe('WRITE_REFUSED');
  });
});

describe('compression', () => {
  const files = { 'a.txt': prose, 'b.rpf': prose, 'c.awc': prose, 'd.bin': Uint8Array.of(1, 2, 3) };

  it.each([0, 3, 4, 6, 7])(
    'deflates in RPF%i what gets smaller, but no archives and audio',
    async (version) => {
      const archive = await openBytes(await makeArchive(files, { version }), { list: Object.keys(files) });
      const isPacked = (path: string): boolean =>
        (archive.find(path)?.storedSize ?? 0) < (archive.find(path)?.size ?? 0);
      expect(Object.keys(files).filter(isPacked)).toEqual(['a.txt']);
      expect((await archive.verify()).failures).toEqual([]);
    },
  );

  it('stores everything in RPF2 unless it is asked for', async () => {
    expect((await openBytes(await makeArchive(files, { version: 2 }))).find('a.txt')?.storedSize).toBe(
      prose.length,
    );
    const packed = await openBytes(await makeArchive(files, { version: 2, compress: 'deflate' }));
    expect(packed.find('a.txt')?.storedSize).toBeLessThan(prose.length);
  });

  it('can be left away', async () => {
    expect((await openBytes(await makeArchive(files, { compress: 'none' }))).find('a.txt')?.storedSize).toBe(
      prose.length,
    );
  });

  it('gives the same bytes everywhere with the classic encoder', async () => {
    const one = await makeArchive(files, { encoder: 'classic' });
    expect(await makeArchive(files, { encoder: 'classic' })).toEqual(one);
  });

  it('leaves everything stored for the Xbox 360', async () => {
    const archive = await openBytes(await makeArchive(files, { xbox: true, byteOrder: 'big', tag: 'none' }));
    expect(archive.find('a.txt')?.storedSize).toBe(prose.length);
  });
});

describe('resources', () => {
  it('of version 7 are taken apart: flags into the table, stream as it is', async () => {
    const resource = makeResource7(new Uint8Array(16384).fill(4), 0x04000004);
    const bytes = await makeArchive({ 'a.ymap': resource });
    const entry = (await openBytes(bytes)).entry(0);
    expect(entry.row.attributes).toEqual({ resource: 2, virtualSize: 16384, physicalSize: 0 });
    expect(await entry.bytes()).toEqual(resource);
    expect(await entry.body()).toEqual(new Uint8Array(16384).fill(4));
    bytes.fill(0, 512, 528);
    expect(await (await openBytes(bytes)).entry(0).bytes(), 'the header on disk does not count').toEqual(
      resource,
    );
  });

  it('of version 7 have big-endian words on consoles', async () => {
    const resource = makeResource7(new Uint8Array(16384), 0x04000004, false);
    const archive = await openBytes(await makeArchive({ 'a.ymap': resource }, { byteOrder: 'big' }));
    expect(await archive.entry(0).bytes()).toEqual(resource);
    expect((await archive.entry(0).body()).length).toBe(16384);
  });

  it('of 16 MiB and more keep their size in their header', async () => {
    const resource = new Uint8Array(0xffffff + 5).fill(0x5a);
    resource.set(makeResource7(new Uint8Array(16), 0x04000004).subarray(0, 16));
    const bytes = await makeArchive({ 'a.ytd': resource });
    expect([bytes[512 + 7], bytes[512 + 14], bytes[512 + 5], bytes[512 + 2]]).toEqual([4, 0, 0, 1]);
    const entry = (await openBytes(bytes)).entry(0);
    expect(entry.storedSize).toBe(resource.length);
    expect(Buffer.from(await entry.bytes()).equals(resource)).toBe(true);
  });

  it.each([2, 3, 4, 6])('of RPF%i lie at 2048, with type and flags in the table', async (version) => {
    const resource = makePageResource();
    const archive = await openBytes(await makeArchive({ 'a.txt': 'x', 'z.wtd': resource }, { version }), {
      list: ['a.txt', 'z.wtd'],
    });
    const entry = archive.find('z.wtd');
    const [extent] = entry?.row.extents ?? [];
    expect(extent).toMatchObject({ length: resource.length });
    expect((extent !== undefined && 'offset' in extent ? extent.offset : 1) % 2048).toBe(0);
    expect(entry?.row.attributes).toMatchObject({ resource: 8, virtualSize: 4096, physicalSize: 8192 });
    expect((await entry?.body())?.length).toBe(12288);
  });

  it('with extended sizes are resources in RPF6 and plain files elsewhere', async () => {
    const resource = makeExtendedResource();
    const six = await openBytes(await makeArchive({ 'a.wft': resource }, { version: 6 }));
    expect((await six.entry(0).body()).length).toBe(16384);
    const four = await openBytes(await makeArchive({ 'a.wft': resource }, { version: 4 }));
    expect(four.entry(0).row.body).toBeUndefined();
    expect(await four.entry(0).bytes()).toEqual(resource);
  });
});

describe('limits', () => {
  const huge = (size: number): ByteSource => ({ size, read: () => new Uint8Array(0) });
  const check = (size: number, options: object): readonly string[] =>
    (plugin.writer?.check([{ path: 'a.bin', content: huge(size) }], options) ?? []).map(({ code }) => code);

  it('of file sizes are told before writing', () => {
    expect(check(2 ** 32 - 1, { version: 7 })).toEqual([]);
    expect(check(2 ** 32, { version: 7 })).toEqual(['file-too-large']);
    expect(check(2 ** 30, { version: 2 })).toEqual(['file-too-large']);
    expect(check(2 ** 30, { version: 6 })).toEqual(['file-too-large']);
  });

  it('of offsets are told before writing, where nothing is compressed', () => {
    const entries = Array.from({ length: 4 }, (_, at) => ({ path: `${at}`, content: huge(2 ** 32 - 1) }));
    const findings = plugin.writer?.check(entries, { version: 7, compress: 'none' }) ?? [];
    expect(findings.map(({ code }) => code)).toEqual(['archive-too-large']);
  });

  it.each([1, 5, 8])('of versions: RPF%i is refused with the reason', async (version) => {
    await expect(makeArchive({ a: 'x' }, { version })).rejects.toMatchObject({
      code: 'WRITE_REFUSED',
      message: expect.stringContaining(`RPF${version}`),
    });
  });

  it.each([
    { version: 2, tag: 'ng' },
    { version: 6, tag: 'open' },
    { version: 0, tag: 'aes' },
    { version: 7, alignment: 100 },
  ])('of options: %j is refused', async (options) => {
    expect(await codeOf({ a: 'x' }, options)).toBe('WRITE_REFUSED');
  });
});

it('files lie at multiples of the alignment that is asked for', async () => {
  const archive = await openBytes(await makeArchive({ a: 'x', b: 'y' }, { alignment: 4096 }));
  const offsets = [...archive.entries()].flatMap(({ row }) =>
    row.extents.map((extent) => ('offset' in extent ? extent.offset : 0)),
  );
  expect(offsets).toEqual([4096, 8192]);
});

it('an archive in an archive is stored, and reads as one', async () => {
  const inner = await makeArchive({ 'deep.txt': 'deep' });
  const outer = await openBytes(await makeArchive({ 'x64/inner.rpf': inner }));
  const source = await outer.find('x64/inner.rpf')?.source();
  expect(source?.size).toBe(inner.length);
  const nested = await openBytes(new Uint8Array((await source?.read(0, inner.length)) ?? []));
  expect(await readAll(nested)).toEqual({ 'deep.txt': 'deep' });
  expect(new BytesSource(inner).size % 512).toBe(0);
});
