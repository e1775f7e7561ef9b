import type { NameHash } from '@packwright/core';

/**
 * The engine's hash of a file name, as version 3 archives store it: each byte, ASCII capitals made small, is mixed
 * into a rotating 32-bit word. It is not a CRC, although it is often called one.
 */
export function hashName(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const small = byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
    hash = ((hash << 6) | (hash >>> 26)) ^ small;
  }
  return hash >>> 0;
}

/** The name hash as formats declare it. */
export const volitionNames: NameHash = {
  bits: 32,
  covers: 'path',
  hash(bytes, start, end, into) {
    into[0] = hashName(bytes, start, end);
    into[1] = 0;
  },
};
