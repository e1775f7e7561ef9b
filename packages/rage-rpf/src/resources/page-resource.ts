/** Sizes of the two parts of a resource: CPU ("virtual", "system") and GPU ("physical", "graphics") memory. */
export interface ResourceSizes {
  readonly virtual: number;
  readonly physical: number;
}

/** What stands before a resource of versions 2 to 6: a type and one or two words of page flags. */
export interface PageResource {
  /** 12 or, with extended sizes, 16. */
  readonly headerLength: number;
  readonly type: number;
  readonly flags1: number;
  readonly flags2: number;
}

/** Bytes that `readPageResource` wants to see. */
export const pageHeaderLength = 16;

/** Bit 31 of the second flags word: sizes are in it and not in the first. */
export const extendedBit = 0x80000000;

/** Last magic byte: RSC5 and its PS3 form RSC6, and both with extended sizes. */
const plainMarks: ReadonlySet<number> = new Set([0x05, 0x06]);
const extendedMarks: ReadonlySet<number> = new Set([0x85, 0x86]);

/**
 * Header of RSC5, RSC6, RSC85 and RSC86. The magic follows the platform's byte order as a number, so `RSC` and the
 * mark stand forwards on PC and backwards on consoles, and tell the order of the words.
 *
 * | offset | type | field |
 * |---|---|---|
 * | 0 | u32 | magic |
 * | 4 | u32 | type |
 * | 8 | u32 | flags1 |
 * | 12 | u32 | flags2, only RSC85 and RSC86 |
 */
export function readPageResource(head: Uint8Array): PageResource | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  const isLittle = a === 0x52 && b === 0x53 && c === 0x43;
  const isBig = b === 0x43 && c === 0x53 && d === 0x52;
  if (!isLittle && !isBig) return undefined;
  const mark = isLittle ? d : a;
  const isExtended = extendedMarks.has(mark);
  if (!isExtended && !plainMarks.has(mark)) return undefined;
  const headerLength = isExtended ? 16 : 12;
  if (head.length < headerLength) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return {
    headerLength,
    type: view.getUint32(4, isLittle),
    flags1: view.getUint32(8, isLittle),
    flags2: isExtended ? view.getUint32(12, isLittle) : 0,
  };
}

/** Sizes from one word of flags (RSC5 and RSC6). */
export function pageSizes(flags: number): ResourceSizes {
  return {
    virtual: (flags & 0x7ff) * 2 ** (((flags >>> 11) & 0xf) + 8),
    physical: ((flags >>> 15) & 0x7ff) * 2 ** (((flags >>> 26) & 0xf) + 8),
  };
}

/** Sizes from the second word of flags (RSC85 and RSC86). */
export function extendedSizes(flags2: number): ResourceSizes {
  return { virtual: (flags2 & 0x3fff) * 4096, physical: ((flags2 >>> 14) & 0x3fff) * 4096 };
}

/**
 * Flags for sizes (RSC5): each size is rounded up to the next one that can be said. Bits 30 and 31 say "compressed"
 * and "resource".
 */
export function encodePageFlags({ virtual, physical }: ResourceSizes): number {
  const low = encodePages(virtual);
  const high = encodePages(physical);
  return (0xc0000000 | low.count | (low.shift << 11) | (high.count << 15) | (high.shift << 26)) >>> 0;
}

function encodePages(size: number): { count: number; shift: number } {
  let count = Math.ceil(size / 256);
  let shift = 0;
  while (count > 0x7ff) {
    count = Math.ceil(count / 2);
    shift++;
  }
  return { count, shift };
}
