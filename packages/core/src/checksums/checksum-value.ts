import { hexNumber, toHex } from '../bytes/hex.ts';
import type { ChecksumValue } from './create-checksum.ts';

/** Whether two checksums are the same; a small bigint equals the number of its value. */
export function checksumEquals(a: ChecksumValue, b: ChecksumValue): boolean {
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array) || a.length !== b.length) return false;
    return a.every((byte, index) => byte === b[index]);
  }
  return a === b || (typeof a !== typeof b && a.toString() === b.toString());
}

/** A checksum as people read it: `0x` and 8 or 16 digits, or the digits of a digest. */
export function formatChecksum(value: ChecksumValue): string {
  if (value instanceof Uint8Array) return toHex(value);
  return hexNumber(value, typeof value === 'bigint' ? 16 : 8);
}
