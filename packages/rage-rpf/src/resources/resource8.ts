import type { ByteOrder } from '@packwright/core';
import type { ResourceSizes } from './page-resource.ts';

/** Bytes before the stream. */
export const header8Length = 16;

/** Sizes and id of a version 8 resource from its two flag words. */
export function resource8(low: number, high: number): ResourceSizes & { readonly id: number } {
  return {
    virtual: (low & 0xfffffff0) >>> 0,
    physical: (high & 0xfffffff0) >>> 0,
    id: ((low & 0xf) << 4) | (high & 0xf),
  };
}

/** Compressor field of the RSC8 info word for "none", in its place. */
const plainCompressor8 = 31 << 8;

/** Header of an exported version 8 resource: not compressed, not encrypted. */
export function writeResource8(low: number, high: number, order: ByteOrder): Uint8Array {
  const bytes = Uint8Array.of(0x52, 0x53, 0x43, 0x38, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const view = new DataView(bytes.buffer);
  const isLittle = order === 'little';
  view.setUint32(4, resource8(low, high).id | plainCompressor8, isLittle);
  view.setUint32(8, low, isLittle);
  view.setUint32(12, high, isLittle);
  return bytes;
}
