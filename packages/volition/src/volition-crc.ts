import { crc32 } from '@packwright/core';

/**
 * The engine's CRC: the polynomial of CRC-32, but started at 0 and not inverted at the end. The common CRC-32 starts
 * and ends with an inversion, so starting it at all ones and inverting its result once more gives this one.
 */
export function volitionCrc(bytes: Uint8Array): number {
  return ~crc32(bytes, 0xffffffff) >>> 0;
}
