import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BytesSource,
  ByteWriter,
  crc32c,
  defaultLimits,
  hashName,
  MemoryBudget,
  openArchive,
} from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import { editArchive, FileSource, systemDisk, undoEdit } from '@packwright/node';
import { expect, it } from 'vitest';
import { makeContent } from './support/editable-formats.ts';

const gigabyte = 2 ** 30;
const megabyte = 2 ** 20;
const mapOffset = 20 * gigabyte;
const [plugin] = [forgelight].flat();

/** Rows, data at the two ends, and 20 GB of nothing in between. */
function writeSparsePack(path: string): number {
  const names = plugin?.names;
  if (names === undefined) throw new Error('pack2 has names');
  const rows = [
    { hash: hashName(names, 'first.dds'), offset: 512, bytes: makeContent(1, megabyte) },
    { hash: hashName(names, 'last.dds'), offset: mapOffset - 2 * megabyte, bytes: makeContent(2, megabyte) },
  ].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const map = new ByteWriter('little');
  const file = openSync(path, 'wx');
  for (const { hash, offset, bytes } of rows) {
    const prefix = new ByteWriter('little').u64(hash).finish();
    map
      .u64(hash)
      .u64(offset)
      .u64(bytes.length)
      .u32(0x10)
      .u32(crc32c(bytes, crc32c(prefix)));
    writeSync(file, bytes, 0, bytes.length, offset);
  }
  const header = new ByteWriter('little')
    .text('PAK')
    .u8(1)
    .u32(rows.length)
    .u64(mapOffset + map.length)
    .u64(mapOffset)
    .u64(256);
  writeSync(file, header.finish(), 0, header.length, 0);
  ftruncateSync(file, mapOffset);
  writeSync(file, map.finish(), 0, map.length, mapOffset);
  closeSync(file);
  return map.length;
}

/** Quicker by far than comparing arrays element by element. */
function isEqual(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

it('replaces one megabyte in 20 GB by writing about one megabyte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packwright-sparse-'));
  try {
    const path = join(folder, 'huge.pack2');
    const table = writeSparsePack(path);
    const budget = new MemoryBudget(defaultLimits.memory);
    let written = 0;
    const disk = {
      ...systemDisk,
      write: (...args: Parameters<typeof systemDisk.write>) => {
        written += args[1].length;
        return systemDisk.write(...args);
      },
    };
    const formats = [forgelight].flat();
    const before = statSync(path).size;
    const content = makeContent(7, megabyte + 1000);
    const editor = await editArchive(path, { formats, disk, budget });
    await editor.replace(['first.dds'], new BytesSource(content)).commit();
    await editor.close();
    expect(written).toBeLessThanOrEqual(2 * (content.length + table) + megabyte);
    expect(budget.peak).toBeLessThanOrEqual(budget.limit);
    await using source = FileSource.open(path);
    const archive = await openArchive(source, { formats, strict: true });
    expect(isEqual(await archive.find('first.dds')?.bytes(), content)).toBe(true);
    expect(isEqual(await archive.find('last.dds')?.bytes(), makeContent(2, megabyte))).toBe(true);
    undoEdit(path);
    expect(statSync(path).size).toBe(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
