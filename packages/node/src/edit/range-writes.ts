import { type ByteSource, ByteWriter, crc64, toHex } from '@packwright/core';
import type { EditPatch } from '@packwright/toolkit';
import { type Disk, type DiskFile, readAll, writeAll } from './disk.ts';
import type { PatchRecord } from './journal-record.ts';

const chunkLength = 2 ** 20;

/** Checksum over the bytes that patches will put down, in their order. */
export async function checksumOfPatches(
  patches: readonly EditPatch[],
  signal?: AbortSignal,
): Promise<string> {
  let value = crc64(new Uint8Array(0));
  for (const { source } of patches) {
    for await (const chunk of chunksOf(source, signal)) value = crc64(chunk, value);
  }
  return formatHalves(value.low, value.high);
}

/** Checksum over the ranges of an edit as they are in the file now; nothing when the file is too short for them. */
export function checksumOfRanges(disk: Disk, file: DiskFile, record: PatchRecord): string | undefined {
  const size = disk.size(file);
  let value = crc64(new Uint8Array(0));
  for (const [offset, length] of record.ranges) {
    if (offset > size - length) return undefined;
    for (let done = 0; done < length; done += chunkLength) {
      const chunk = new Uint8Array(Math.min(chunkLength, length - done));
      readAll(disk, file, chunk, offset + done);
      value = crc64(chunk, value);
    }
  }
  return formatHalves(value.low, value.high);
}

/** Puts patches into a file; the last one, which makes the others count, only after those are on the disk. */
export async function writePatches(
  disk: Disk,
  file: DiskFile,
  patches: readonly EditPatch[],
  last: number,
): Promise<void> {
  for (const [number, patch] of patches.entries()) {
    if (number !== last) await writePatch(disk, file, patch);
  }
  disk.flush(file);
  const final = patches[last];
  if (final !== undefined) await writePatch(disk, file, final);
  disk.flush(file);
}

async function writePatch(disk: Disk, file: DiskFile, { offset, source }: EditPatch): Promise<void> {
  let at = offset;
  for await (const chunk of chunksOf(source)) {
    writeAll(disk, file, chunk, at);
    at += chunk.length;
  }
}

async function* chunksOf(
  source: ByteSource,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let done = 0; done < source.size; done += chunkLength) {
    signal?.throwIfAborted();
    yield await source.read(done, Math.min(chunkLength, source.size - done));
  }
}

function formatHalves(low: number, high: number): string {
  return toHex(new ByteWriter('big').u32(high).u32(low).finish());
}
