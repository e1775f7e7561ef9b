import { ByteWriter, crc32 } from '@packwright/core';
import { toBytes } from './archives.ts';

/** A file of a chunk, right or wrong. */
export interface RawFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly offset?: number;
  readonly length?: number;
  readonly nameLength?: number;
}

/** A chunk, right or wrong. */
export interface RawChunk {
  readonly files: readonly RawFile[];
  readonly next?: number;
  readonly count?: number;
}

/** Builds a pack chunk by chunk: a list in a block of `room` bytes (or as long as it is), then its data. */
export function buildPack(chunks: readonly RawChunk[], room = 0): Uint8Array {
  const whole = new ByteWriter('big');
  for (const [number, { files, next, count }] of chunks.entries()) {
    const start = whole.length;
    const list = files.reduce((sum, { name }) => sum + 16 + name.length, 8);
    let position = start + Math.max(list, room);
    const end = files.reduce((sum, { content }) => sum + toBytes(content).length, position);
    whole.u32(next ?? (number + 1 < chunks.length ? end : 0)).u32(count ?? files.length);
    for (const { name, content, offset, length, nameLength } of files) {
      const bytes = toBytes(content);
      whole.u32(nameLength ?? name.length).text(name);
      whole
        .u32(offset ?? position)
        .u32(length ?? bytes.length)
        .u32(crc32(bytes));
      position += bytes.length;
    }
    whole.zeros(Math.max(0, room - list));
    for (const { content } of files) whole.bytes(toBytes(content));
  }
  return whole.finish();
}
