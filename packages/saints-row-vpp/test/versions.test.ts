import { type Archive, BytesSource, openArchive, type WriteEntry } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import plugins, { saintsRowVpp } from '../src/index.ts';
import { buildWide, frameBlocks } from './support/build-wide.ts';
import * as dumps from './support/dumps.ts';
import { textBytes, twoFiles, writeBytes } from './support/write-bytes.ts';

const open = (bytes: Uint8Array, strict = false): Promise<Archive> =>
  openArchive(new BytesSource(bytes, 'a.vpp_pc'), { formats: plugins, strict });
const file = (path: string, content: string): WriteEntry => ({
  path,
  content: new BytesSource(textBytes(content)),
});
const codes = (archive: Archive): readonly string[] => archive.findings.map(({ code }) => code);

function set(bytes: Uint8Array, words: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const [offset, value] of Object.entries(words)) view.setUint32(Number(offset), value, true);
  return copy;
}

describe('version 4', () => {
  test('keeps names and extensions apart, each once', async () => {
    const names = ['foo.lua', 'foo.xtbl', 'bar.lua', 'plain', '.hidden', 'a.b.c'];
    const entries = names.map((name) => file(name, name));
    const archive = await open(await writeBytes(saintsRowVpp, entries, { version: '4' }), true);
    expect([...archive.entries()].map(({ path }) => path)).toEqual(names);
    expect(await archive.verify()).toMatchObject({ failures: [] });
  });

  test.each(['condensed', 'compacted'])('is not written %s', async (layout) => {
    await expect(writeBytes(saintsRowVpp, twoFiles, { version: '4', layout })).rejects.toMatchObject({
      code: 'WRITE_REFUSED',
    });
    await expect(writeBytes(saintsRowVpp, [file('dot.', '')], { version: '4' })).rejects.toMatchObject({
      code: 'WRITE_REFUSED',
    });
  });

  test('is read condensed by its starts, and marked as unverified', async () => {
    const archive = await open(set(dumps.version4Raw, { 332: 2 }));
    expect(codes(archive)).toEqual(['layout-unverified']);
    expect(await archive.verify()).toMatchObject({ failures: [] });
  });

  test('has extensions outside their block reported', async () => {
    const archive = await open(set(dumps.version4Raw, { 2052: 8 }));
    expect(codes(archive)).toEqual(['name-outside']);
    expect(archive.entry(0).path).toBe('unnamed-0');
  });
});

describe('version 6', () => {
  test('may have entries without a name, which stay without', async () => {
    const archive = await open(set(dumps.version6Raw, { 2048: 0xffffffff }), true);
    expect(archive.findings).toEqual([]);
    const entry = archive.entry(0);
    expect(entry.path).toBe('unnamed-0');
    const again = { path: entry.path, content: await entry.source(), attributes: entry.row.attributes };
    const bytes = await writeBytes(saintsRowVpp, [again], { version: '6' });
    expect(new DataView(bytes.buffer).getUint32(0x800, true)).toBe(0xffffffff);
    const renamed = await open(
      await writeBytes(saintsRowVpp, [{ ...again, path: 'a.txt' }], { version: '6' }),
    );
    expect(renamed.entry(0).path).toBe('a.txt');
  });

  test.each(['raw', 'compressed', 'condensed', 'compacted'])('%s, in both byte orders', async (layout) => {
    for (const byteOrder of ['little', 'big']) {
      const bytes = await writeBytes(saintsRowVpp, twoFiles, { version: '6', layout, byteOrder });
      const archive = await open(bytes, true);
      expect(archive.findings).toEqual([]);
      expect(archive.variant).toBe('v6');
      expect(archive.index.writeOptions).toMatchObject({ version: '6', layout, byteOrder });
      expect(await archive.verify()).toMatchObject({ bytes: 33, failures: [] });
    }
  });

  test('without entries is a header alone', async () => {
    const bytes = await writeBytes(saintsRowVpp, [], { version: '6' });
    expect(bytes).toHaveLength(2048);
    expect(await open(bytes, true)).toMatchObject({ variant: 'v6', length: 0, findings: [] });
  });

  test('whose starts are aligned although its block is packed is read packed', async () => {
    const archive = await open(set(dumps.version6Compacted, { 2080: 16 }));
    expect(codes(archive)).toEqual(['starts-inconsistent']);
    expect(await archive.verify()).toMatchObject({ bytes: 33, failures: [] });
  });
});

describe('64-bit version 6', () => {
  const text = textBytes('many words, many words, many words');
  /** 12 literals, a match of 22 bytes from 12 back. */
  const block = Uint8Array.of(0xcf, ...text.subarray(0, 12), 12, 0, 3, 0);
  const frame = frameBlocks([{ block, size: 34 }]);
  const wide = (flags: number, stored: Uint8Array, size: number): Uint8Array =>
    buildWide(flags, [{ name: 'a.txt', size, stored, isCompressed: true }]);

  test('is told from the 32-bit one by its header', async () => {
    const archive = await open(wide(1, frame, 34), true);
    expect(archive).toMatchObject({ variant: 'v6-64', findings: [] });
    expect(new TextDecoder().decode(await archive.entry(0).bytes())).toBe(
      'many words, many words, many words'.slice(0, 34),
    );
    expect(archive.index.writeOptions).toBeUndefined();
  });

  test('a file may take several frames', async () => {
    const archive = await open(wide(1, Uint8Array.of(...frame, ...frame), 68));
    expect(await archive.entry(0).bytes()).toHaveLength(68);
  });

  test.each<[string, Uint8Array, number, string]>([
    ['another mark', frame.slice().fill(0, 0, 1), 34, 'DAMAGED'],
    ['a frame cut short', frame.slice(0, -1), 34, 'TRUNCATED'],
    ['a frame larger than the file', frame, 33, 'SIZE_MISMATCH'],
    ['too few frames', frame, 35, 'TRUNCATED'],
    ['a size that LZ4 cannot give', frame, 1_000_000, 'SIZE_MISMATCH'],
    [
      'a match before the start',
      frameBlocks([{ block: Uint8Array.of(0x10, 1, 2, 0), size: 5 }]),
      5,
      'DAMAGED',
    ],
    ['literals beyond the block', frameBlocks([{ block: Uint8Array.of(0xf0, 255), size: 5 }]), 5, 'DAMAGED'],
    ['an offset cut short', frameBlocks([{ block: Uint8Array.of(0x11, 1, 1), size: 5 }]), 5, 'DAMAGED'],
    ['more than declared', frameBlocks([{ block: Uint8Array.of(0x30, 1, 2, 3), size: 2 }]), 2, 'DAMAGED'],
    [
      'less than declared',
      frameBlocks([{ block: Uint8Array.of(0x30, 1, 2, 3), size: 4 }]),
      4,
      'SIZE_MISMATCH',
    ],
    ['sizes beyond any file', frameBlocks([{ block: Uint8Array.of(0x30), size: 2 ** 31 }]), 4, 'DAMAGED'],
  ])('%s is an error', async (_, stored, size, code) => {
    const archive = await open(wide(1, stored, size));
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({ code });
  });

  test('sizes beyond 2^53 are refused', async () => {
    const bytes = wide(1, frame, 34);
    new DataView(bytes.buffer).setBigUint64(0x1000 + 24, 2n ** 62n, true);
    const archive = await open(bytes);
    await expect(archive.entry(0).bytes()).rejects.toMatchObject({ name: 'ArchiveError' });
    new DataView(bytes.buffer).setBigUint64(0x158, 2n ** 62n, true);
    await expect(open(bytes)).rejects.toMatchObject({ name: 'ArchiveError' });
  });
});
