import { type ByteSource, BytesSource, defaultLimits, type Finding } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { pack2Plugin } from '../../src/index.ts';
import { openBytes } from '../support/archives.ts';

const rows = 1_000_000;
const mapOffset = 0x300;

/** A pack2 of a million rows over the same sixteen bytes: the table is what counts. */
function buildMillion(): Uint8Array {
  const bytes = new Uint8Array(mapOffset + rows * 32);
  const words = new Uint32Array(bytes.buffer);
  words.set([0x014b4150, rows, bytes.length, 0, mapOffset, 0, 256, 0]);
  for (let row = 0, at = mapOffset / 4; row < rows; row++, at += 8) {
    words.set([Math.imul(row, 0x9e3779b1), row, 0x200, 0, 16, 0, 0x10, 0], at);
  }
  return bytes;
}

describe('a pack2 of a million assets', () => {
  const bytes = buildMillion();

  test('opens with two reads and without an object for any row', async () => {
    const source = new BytesSource(bytes);
    const reads: number[] = [];
    const counting: ByteSource = {
      size: source.size,
      read: (offset: number, length: number) => {
        reads.push(length);
        return source.read(offset, length);
      },
    };
    const findings: Finding[] = [];
    const open = () =>
      pack2Plugin.open(counting, {
        options: {},
        strict: true,
        keys: { get: () => undefined },
        limits: defaultLimits,
        memory: { take: () => {}, release: () => {} },
        report: (finding) => findings.push(finding),
        read: async () => new Uint8Array(0),
      });
    await open();
    const before = process.memoryUsage().heapUsed;
    const index = await open();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 2 ** 20);
    expect(index.entries).toHaveLength(rows);
    expect(reads).toEqual([0x200, rows * 32, 0x200, rows * 32]);
    expect(findings).toEqual([]);
  });

  test('finds an asset by its hash', async () => {
    const archive = await openBytes(bytes);
    const row = 765_432;
    const { hash = 0n, path } = archive.entry(row);
    expect(hash >> 32n).toBe(BigInt(row));
    expect(archive.find(path)?.index).toBe(row);
    expect(archive.index.entries.hashHigh?.(row)).toBe(row);
  });
});
