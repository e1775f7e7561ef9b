import {
  type Archive,
  type ByteSource,
  BytesSource,
  createArchive,
  openArchive,
  type WriteEntry,
} from '@packwright/core';
import { planEdit } from '@packwright/toolkit';
import { describe, expect, test } from 'vitest';
import plugins, { rfgVpp } from '../src/index.ts';

const gibibyte = 2 ** 30;

/** A large file that exists only as a rule: zeros, but for stretches that were written. */
class SparseFile implements ByteSource {
  readonly name = 'terr01.vpp_pc';
  readonly #stretches: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  size = 0;
  /** Bytes that were asked for. */
  bytesRead = 0;

  write(offset: number, bytes: Uint8Array): void {
    this.size = Math.max(this.size, offset + bytes.length);
    if (bytes.some((byte) => byte !== 0)) this.#stretches.push({ offset, bytes: bytes.slice() });
  }

  writeFrom(offset: number, _source: ByteSource, _from: number, length: number): void {
    this.size = Math.max(this.size, offset + length);
  }

  read(offset: number, length: number): Uint8Array {
    const result = new Uint8Array(length);
    this.bytesRead += length;
    for (const stretch of this.#stretches) {
      const start = Math.max(offset, stretch.offset);
      const end = Math.min(offset + length, stretch.offset + stretch.bytes.length);
      if (start < end) {
        result.set(stretch.bytes.subarray(start - stretch.offset, end - stretch.offset), start - offset);
      }
    }
    return result;
  }
}

/** So many zeros that nobody wants to hold them. */
function zeros(size: number): ByteSource {
  return { size, read: (_, length) => new Uint8Array(length) };
}

const mark = new TextEncoder().encode('behind 4 GiB');

async function buildWrapped(): Promise<SparseFile> {
  const entries: readonly WriteEntry[] = [
    { path: 'a.bin', content: zeros(3 * gibibyte + 1) },
    { path: 'b.bin', content: zeros(2 * gibibyte) },
    { path: 'c.txt', content: new BytesSource(mark) },
    { path: 'd.bin', content: zeros(100) },
  ];
  const file = new SparseFile();
  await createArchive(rfgVpp, entries, file, { name: file.name });
  // The short text was not copied by `writeFrom`.
  file.write(6144 + 5 * gibibyte + 2048, mark);
  return file;
}

const open = (source: ByteSource): Promise<Archive> => openArchive(source, { formats: plugins });

describe('an archive above 4 GiB', () => {
  test('has its offsets recomputed', async () => {
    const file = await buildWrapped();
    const archive = await open(file);
    expect(archive.findings).toEqual([]);
    expect([...archive.entries()].map(({ row }) => row.extents)).toEqual([
      [{ offset: 6144, length: 3 * gibibyte + 1 }],
      [{ offset: 6144 + 3 * gibibyte + 2048, length: 2 * gibibyte }],
      [{ offset: 6144 + 5 * gibibyte + 2048, length: mark.length }],
      [{ offset: 6144 + 5 * gibibyte + 4096, length: 100 }],
    ]);
    const view = new DataView(file.read(0, 4096).buffer);
    expect(view.getUint32(0x158, true)).toBe(0xffffffff);
    expect(view.getUint32(0x800 + 2 * 28 + 8, true)).toBe(gibibyte + 2048);
    file.bytesRead = 0;
    expect(await archive.find('c.txt')?.bytes()).toEqual(mark);
    expect(file.bytesRead).toBe(mark.length);
  });

  test('has its starts unwrapped where they do not follow from the sizes', async () => {
    const file = await buildWrapped();
    const moved = new Uint8Array(4);
    new DataView(moved.buffer).setUint32(0, gibibyte + 4096, true);
    file.write(0x800 + 2 * 28 + 8, moved);
    const archive = await open(file);
    expect(archive.findings.map(({ code }) => code)).toEqual(['starts-unwrapped']);
    expect(archive.find('c.txt')?.row.extents).toEqual([
      { offset: 6144 + 5 * gibibyte + 4096, length: mark.length },
    ]);
  });

  test('changes in place only what keeps its sectors', async () => {
    const archive = await open(await buildWrapped());
    const plan = (size: number) =>
      planEdit(archive, [{ kind: 'replace', path: ['d.bin'], content: zeros(size) }], { formats: plugins });
    expect((await plan(2048)).patches).toBeDefined();
    expect((await plan(2049)).rewrite?.reason).toContain('found in directory order');
  });
});

describe('a solid block beyond its share of the memory', () => {
  const count = 32;
  const size = 2 ** 20;

  test('gives an entry near a restart point without being inflated again', async () => {
    const entries = Array.from({ length: count }, (_, number): WriteEntry => {
      const content = { size, read: (_at: number, length: number) => new Uint8Array(length).fill(number) };
      return { path: `${number}.bin`, content };
    });
    const file = new SparseFile();
    await createArchive(rfgVpp, entries, file, { options: { layout: 'compacted', level: 1, align: 1 } });
    const archive = await openArchive(file, { formats: plugins, limits: { memory: 16 * 2 ** 20 } });
    const [region] = archive.regions;
    expect(region?.region).toMatchObject({ size: count * size });
    expect(region?.region.restarts).toHaveLength(2 * (count - 1));
    expect((await archive.find('31.bin')?.bytes())?.[0]).toBe(31);
    const before = region?.inflated ?? 0;
    for (const number of [20, 3, 29]) {
      const bytes = await archive.find(`${number}.bin`)?.bytes();
      expect(bytes?.every((byte) => byte === number)).toBe(true);
    }
    // Checkpoints are a few entries apart; from the start it would be 55.
    expect((region?.inflated ?? 0) - before).toBeLessThanOrEqual(3 * 4 * size);
    await archive.close();
  });
});
