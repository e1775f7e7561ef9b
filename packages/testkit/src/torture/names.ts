import type { NameHash } from '@packwright/core';

/** FNV-1a over lower-case ASCII, 64 bits, of the whole path. */
export const pathHash: NameHash = {
  bits: 64,
  covers: 'path',
  hash(bytes, start, end, into) {
    let low = 0x84222325;
    let high = 0xcbf29ce4;
    for (let at = start; at < end; at++) {
      low = (low ^ lower(bytes[at] ?? 0)) >>> 0;
      // Times 2^40 + 0x1b3: the product of the low half stays below 2^53, so its carry is exact.
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    into[0] = low;
    into[1] = high;
  },
};

/** FNV-1a over lower-case ASCII, 32 bits, of each part of a path. */
export const partHash: NameHash = {
  bits: 32,
  covers: 'part',
  hash(bytes, start, end, into) {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ lower(bytes[at] ?? 0), 0x01000193);
    into[0] = hash >>> 0;
    into[1] = 0;
  },
};

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
}
