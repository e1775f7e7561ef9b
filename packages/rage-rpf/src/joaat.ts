import type { NameHash } from '@packwright/core';

/**
 * The hash of every RAGE archive ("Jenkins one-at-a-time") over `bytes[start, end)`, with the game's folding:
 * capital ASCII letters count as small ones and `\` as `/`.
 */
export function joaat(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  let hash = 0;
  for (let at = start; at < end; at++) {
    let byte = bytes[at] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) byte += 0x20;
    else if (byte === 0x5c) byte = 0x2f;
    hash = (hash + byte) | 0;
    hash = (hash + (hash << 10)) | 0;
    hash ^= hash >>> 6;
  }
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >>> 11;
  return (hash + (hash << 15)) >>> 0;
}

/** Names of versions 3, 5 and 6: each part of a path is hashed for itself, with its extension. */
export const partNames: NameHash = {
  bits: 32,
  covers: 'part',
  hash(bytes, start, end, into) {
    into[0] = joaat(bytes, start, end);
    into[1] = 0;
  },
};
