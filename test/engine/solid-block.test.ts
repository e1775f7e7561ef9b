import {
  type ByteSource,
  BytesSink,
  BytesSource,
  createArchive,
  MemoryBudget,
  openArchive,
} from '@packwright/core';
import { installNodeNatives } from '@packwright/node';
import rfgVpp from '@packwright/rfg-vpp';
import { beforeAll, describe, expect, it } from 'vitest';

const megabyte = 2 ** 20;
const entrySize = 4 * megabyte;
const entryCount = 100;
const plugins = [rfgVpp].flat();
const [plugin] = plugins;

/** Four megabytes that differ from entry to entry and are made while they are read. */
function contentOf(entry: number): ByteSource {
  const fill = (offset: number, target: Uint8Array): void => {
    for (let at = 0; at < target.length; at++) target[at] = ((offset + at) >> 8) * 7 + entry;
  };
  return {
    size: entrySize,
    readInto: fill,
    read: (offset, length) => {
      const target = new Uint8Array(length);
      fill(offset, target);
      return target;
    },
  };
}

let bytes = new Uint8Array();

beforeAll(async () => {
  installNodeNatives();
  if (plugin === undefined) throw new Error('there is no plugin');
  const entries = Array.from({ length: entryCount }, (_, number) => ({
    path: `${number}.bin`,
    content: contentOf(number),
  }));
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options: { layout: 'compacted', level: 1 } });
  bytes = sink.bytes();
});

describe('a solid block of 400 MB', () => {
  it('is streamed once for all entries in order, never held', async () => {
    const budget = new MemoryBudget(64 * megabyte);
    const archive = await openArchive(new BytesSource(bytes), {
      formats: plugins,
      limits: { memory: budget.limit },
      budget,
    });
    for (const entry of archive.entries()) {
      const found = await entry.bytes();
      const expected = await contentOf(entry.index).read(0, entrySize);
      expect(Buffer.compare(found, expected)).toBe(0);
    }
    expect(archive.regions[0]?.inflated).toBe(entryCount * entrySize);
    expect(budget.peak).toBeLessThanOrEqual(budget.limit);
    await archive.close();
    expect(budget.used).toBe(0);
  });

  it('gives one entry from a restart near it without inflating what is before', async () => {
    const limits = { memory: 64 * megabyte };
    const archive = await openArchive(new BytesSource(bytes), { formats: plugins, limits });
    await archive.entry(entryCount - 1).bytes();
    const before = archive.regions[0]?.inflated ?? 0;
    const found = await archive.entry(50).bytes();
    expect(Buffer.compare(found, await contentOf(50).read(0, entrySize))).toBe(0);
    const inflated = (archive.regions[0]?.inflated ?? 0) - before;
    expect(inflated).toBeLessThanOrEqual(2 * entrySize);
  });
});
