import { ByteReader, ByteWriter } from '@packwright/core';
import { anachronoxVersion, type Layout } from './layout.ts';

/** The numbers of a header. */
export interface Header {
  readonly dirOffset: number;
  readonly dirLength: number;
  /** Anachronox only. */
  readonly version?: number | undefined;
}

/** Reads the numbers behind the magic; the caller gives at least `headerBytes`. */
export function readHeader(head: Uint8Array, layout: Layout): Header {
  const reader = new ByteReader(head, 'little').seek(layout.magic.length);
  const dirOffset = reader.u32();
  const dirLength = reader.u32();
  return { dirOffset, dirLength, version: layout.headerBytes > 12 ? reader.u32() : undefined };
}

/** The header of an archive whose directory lies there. */
export function buildHeader(layout: Layout, dirOffset: number, dirLength: number): Uint8Array {
  const writer = new ByteWriter('little', layout.headerBytes);
  writer.text(layout.magic).u32(dirOffset).u32(dirLength);
  if (layout.headerBytes > 12) writer.u32(anachronoxVersion);
  return writer.finish();
}
