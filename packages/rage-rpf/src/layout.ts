import type { ByteOrder } from '@packwright/core';

/** Digit of the magic: `RPF0` to `RPF8`. */
export type VersionNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What the first four bytes tell. */
export interface Identity {
  readonly version: VersionNumber;
  readonly order: ByteOrder;
}

/** Bytes that `identify` needs. */
export const magicLength = 4;

/**
 * Version and byte order from the magic. The native constant of versions 0 to 5 spells `RPFn` when it is stored
 * little-endian, that of 6 to 8 when it is stored big-endian; the other order spells `nFPR`.
 */
export function identify(head: Uint8Array): Identity | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = head;
  const isForward = a === 0x52 && b === 0x50 && c === 0x46;
  const isBackward = b === 0x46 && c === 0x50 && d === 0x52;
  if (isForward === isBackward) return undefined;
  const digit = (isForward ? d : a) - 0x30;
  if (!isVersionNumber(digit)) return undefined;
  return { version: digit, order: isForward === digit < 6 ? 'little' : 'big' };
}

/** The four bytes of a version's magic in a byte order. */
export function magicOf({ version, order }: Identity): Uint8Array {
  const digit = 0x30 + version;
  const isForward = (order === 'little') === version < 6;
  return Uint8Array.from(isForward ? [0x52, 0x50, 0x46, digit] : [digit, 0x46, 0x50, 0x52]);
}

/** The byte order that the games use: big-endian only in version 6. */
export function usualOrder(version: VersionNumber): ByteOrder {
  return version === 6 ? 'big' : 'little';
}

function isVersionNumber(digit: number): digit is VersionNumber {
  return digit >= 0 && digit <= 8;
}

/** Encryption tags in the header of version 7. */
export const tags7 = {
  none: 0,
  /** Text `OPEN`: OpenIV's mark for an archive without encryption. */
  open: 0x4e45504f,
  /** Text `CFXP`: not encrypted; 256 bytes of signature follow the names. */
  cfxp: 0x50584643,
  aes: 0x0ffffff9,
  aesPs3: 0x0ffffff8,
  /** Xbox 360 where the platform bit is set, else the launcher. */
  aesXbox: 0x0ffffff7,
  aesPs4: 0x0ffeffff,
  ng: 0x0fefffff,
} as const;

/** Encryption tags in the header of version 6. */
export const tags6 = { none: 0, rdr1: 0xfffffffd, default: 0xffffffff } as const;

/** Levels of directories that are followed; the games stay below 20. */
export const deepestDirectory = 128;
