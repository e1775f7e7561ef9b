import type { ByteOrder } from '@packwright/core';

/** What stands before a resource of version 7. */
export interface Resource7 {
  readonly version: number;
  readonly systemFlags: number;
  readonly graphicsFlags: number;
}

/** Bytes before the stream. */
export const header7Length = 16;

/** Header of RSC7: the text `RSC7` on every platform, then the version and both flag words in the archive's order. */
export function readResource7(head: Uint8Array, order: ByteOrder): Resource7 | undefined {
  const [a, b, c, d] = head;
  if (head.length < header7Length) return undefined;
  if (a !== 0x52 || b !== 0x53 || c !== 0x43 || d !== 0x37) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isLittle = order === 'little';
  return {
    version: view.getUint32(4, isLittle),
    systemFlags: view.getUint32(8, isLittle),
    graphicsFlags: view.getUint32(12, isLittle),
  };
}

/** The header that belongs to flags of the table: the one on disk is not to be trusted. */
export function writeResource7(systemFlags: number, graphicsFlags: number, order: ByteOrder): Uint8Array {
  const bytes = Uint8Array.of(0x52, 0x53, 0x43, 0x37, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const view = new DataView(bytes.buffer);
  const isLittle = order === 'little';
  view.setUint32(4, version7(systemFlags, graphicsFlags), isLittle);
  view.setUint32(8, systemFlags, isLittle);
  view.setUint32(12, graphicsFlags, isLittle);
  return bytes;
}

/** Version of a resource: the upper nibbles of both flag words. */
export function version7(systemFlags: number, graphicsFlags: number): number {
  return ((systemFlags >>> 28) << 4) | (graphicsFlags >>> 28);
}

/** Smallest page units of version 7: bytes for each unit of the page counts at shift 0. */
export const pageUnits7 = {
  /** PC, Xbox and PS4, for both parts. */
  usual: 0x200,
  ps3System: 0x100,
  ps3Graphics: 0x158,
} as const;

/** Size of one part from its flag word: page counts from 1 to 256 units, times the unit, shifted. */
export function partSize7(flags: number, unit: number = pageUnits7.usual): number {
  const count =
    ((flags >>> 27) & 1) +
    ((flags >>> 26) & 1) * 2 +
    ((flags >>> 25) & 1) * 4 +
    ((flags >>> 24) & 1) * 8 +
    ((flags >>> 17) & 0x7f) * 16 +
    ((flags >>> 11) & 0x3f) * 32 +
    ((flags >>> 7) & 0xf) * 64 +
    ((flags >>> 5) & 3) * 128 +
    ((flags >>> 4) & 1) * 256;
  return count * unit * 2 ** (flags & 0xf);
}

/** A flag word whose size is the next one at or above `size` that can be said on PC; nothing beyond 32 GiB. */
export function encodePart7(size: number): number | undefined {
  for (let shift = 0; shift <= 15; shift++) {
    const count = Math.ceil(size / (pageUnits7.usual * 2 ** shift));
    if (count > 0x7ff) continue;
    const single = ((count & 1) << 27) | ((count & 2) << 25) | ((count & 4) << 23) | ((count & 8) << 21);
    return (single | ((count >>> 4) << 17) | shift) >>> 0;
  }
  return undefined;
}

/** Size of a resource whose 24-bit size field is full, from four bytes of the header on disk. */
export function readLargeSize7(header: Uint8Array): number {
  const [, , byte2 = 0, , , byte5 = 0, , byte7 = 0, , , , , , , byte14 = 0] = header;
  return byte7 + byte14 * 2 ** 8 + byte5 * 2 ** 16 + byte2 * 2 ** 24;
}

/** The header on disk of a resource too large for the size field: four of its bytes give way to the size. */
export function writeLargeSize7(header: Uint8Array, size: number): Uint8Array {
  const bytes = header.slice(0, header7Length);
  bytes[7] = size & 0xff;
  bytes[14] = (size >>> 8) & 0xff;
  bytes[5] = (size >>> 16) & 0xff;
  bytes[2] = (size >>> 24) & 0xff;
  return bytes;
}
