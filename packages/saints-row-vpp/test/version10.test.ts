import { type Archive, BytesSource, openArchive } from '@packwright/core';
import { volitionCrc } from '@packwright/volition';
import { describe, expect, test } from 'vitest';
import plugins, { saintsRowVpp } from '../src/index.ts';
import * as dumps from './support/dumps.ts';
import { hello, pattern, textBytes, twoFiles, writeBytes } from './support/write-bytes.ts';

/** A copy with 32-bit words set and the checksum made right. */
function set(bytes: Uint8Array, words: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const [offset, value] of Object.entries(words)) view.setUint32(Number(offset), value, true);
  view.setUint32(8, volitionCrc(copy.subarray(0x0c, 0x28)), true);
  return copy;
}

const open = (bytes: Uint8Array, strict = false): Promise<Archive> =>
  openArchive(new BytesSource(bytes, 'a.vpp_pc'), { formats: plugins, strict });

async function expectFiles(archive: Archive): Promise<void> {
  expect(await archive.find('Hello.txt')?.bytes()).toEqual(textBytes(hello));
  expect(await archive.find('b.bin')?.bytes()).toEqual(textBytes(pattern));
}

const codes = (archive: Archive): readonly string[] => archive.findings.map(({ code }) => code);

describe('compression methods', () => {
  test.each([0x5000, 0x6000, 0x7800])(
    'flags %i ask for one that is not written, and are refused',
    async (flags) => {
      const writing = writeBytes(saintsRowVpp, twoFiles, { layout: 'compressed', flags });
      await expect(writing).rejects.toMatchObject({ code: 'WRITE_REFUSED' });
      await expectFiles(await open(await writeBytes(saintsRowVpp, twoFiles, { layout: 'raw', flags })));
    },
  );

  test.each([0, 0x800, 0x4800])('flags %i are those of zlib', async (flags) => {
    await expectFiles(await open(await writeBytes(saintsRowVpp, twoFiles, { layout: 'compressed', flags })));
  });
});

describe('the solid block', () => {
  test('of a container is packed although its starts are not', async () => {
    const archive = await open(dumps.version10Container);
    expect(archive.findings).toEqual([]);
    expect(archive.entry(1).row.extents).toEqual([{ region: 0, offset: 13, length: 20 }]);
    expect(archive.index.writeOptions).toMatchObject({ align: 16 });
    await expectFiles(archive);
  });

  test('may be padded inside, and then starts are right', async () => {
    // The stream of a version 6 archive on 16 bytes, with the tables of version 10 before it.
    const padded = await writeBytes(saintsRowVpp, twoFiles, { version: '6', layout: 'compacted', align: 16 });
    const stream = padded.subarray(6144);
    const stored = new DataView(padded.buffer).getUint32(0x800 + 16, true);
    const bytes = new Uint8Array(0x6c + stream.length);
    bytes.set(dumps.version10Container.subarray(0, 0x6c));
    bytes.set(stream, 0x6c);
    const sizes = { 12: bytes.length, 36: stream.length, 56: stored, 80: stream.length - stored };
    const archive = await open(set(bytes, sizes));
    expect(archive.findings).toEqual([]);
    expect(archive.entry(1).row.extents).toEqual([{ region: 0, offset: 16, length: 20 }]);
    await expectFiles(archive);
  });

  test('of one entry is as long as that, whatever it takes in memory', async () => {
    const bytes = await writeBytes(saintsRowVpp, twoFiles.slice(0, 1), {}, 'one.str2_pc');
    const archive = await open(bytes, true);
    expect(archive.findings).toEqual([]);
    expect(archive.index.attributes).toMatchObject({ dataSize: 16, align: 16 });
    expect(archive.index.regions).toMatchObject([{ size: 13 }]);
  });

  test('is packed whatever else its starts say', async () => {
    const archive = await open(set(dumps.version10Container, { 72: 999 }));
    await expectFiles(archive);
  });

  test('may be followed by the end of a finished stream', async () => {
    const bytes = Uint8Array.of(...dumps.version10Compacted, 3, 0, 1, 2, 3, 4);
    const archive = await open(bytes);
    expect(codes(archive)).toEqual(['file-size']);
    await expectFiles(archive);
  });
});

describe('compressed entries', () => {
  const compressed = (): Promise<Uint8Array> =>
    writeBytes(saintsRowVpp, twoFiles, { layout: 'compressed', encoder: 'classic' });

  test('stand back to back where their starts say', async () => {
    const bytes = await compressed();
    const archive = await open(bytes, true);
    expect(archive.findings).toEqual([]);
    expect(archive.index.attributes).toMatchObject({
      flags: '0x00004801',
      dataSize: 33,
      compressedSize: 21 + 12,
    });
    expect(archive.entry(1).row.extents).toMatchObject([{ offset: 0x6c + 21, length: 12 }]);
    await expectFiles(archive);
  });

  test('are found by their sizes where starts are wrong', async () => {
    const archive = await open(set(await compressed(), { 72: 20 }));
    expect(codes(archive)).toEqual(['starts-inconsistent']);
    await expectFiles(archive);
  });

  test.each([
    [11, 'lzx'],
    [13, 'zstd'],
    [5, 'method-5'],
  ])('by method %i are listed, but reading one names the missing codec', async (method, name) => {
    const archive = await open(set(await compressed(), { 16: (method << 11) | 1 }));
    expect(archive.length).toBe(2);
    expect(codes(archive)).toEqual(['codec-missing']);
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({
      code: 'CODEC_MISSING',
      message: expect.stringContaining(name),
    });
  });

  test('may be stored each for itself', async () => {
    const bytes = await compressed();
    const archive = await open(set(bytes, { 56: 0xffffffff }));
    expect(archive.entry(0).row.extents).toEqual([{ offset: 0x6c, length: 13 }]);
  });
});

test('a wrong checksum is a finding, and refused under strict', async () => {
  const bytes = dumps.version10Raw.slice();
  bytes[8] = 0;
  const archive = await open(bytes);
  expect(codes(archive)).toEqual(['header-checksum']);
  await expectFiles(archive);
  await expect(open(bytes, true)).rejects.toMatchObject({ code: 'DAMAGED' });
});

test.each(['raw', 'compressed', 'condensed', 'compacted'])('big-endian, %s', async (layout) => {
  const bytes = await writeBytes(saintsRowVpp, twoFiles, { layout, byteOrder: 'big' });
  const archive = await open(bytes, true);
  expect(archive.findings).toEqual([]);
  expect(archive.index.writeOptions).toMatchObject({ version: '10', layout, byteOrder: 'big' });
  await expectFiles(archive);
});
