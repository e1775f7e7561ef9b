import { hexNumber } from '../bytes/hex.ts';
import { encodeLatin1 } from '../bytes/text.ts';
import type { NameHash } from '../contract/name-hash.ts';

/** The hash of one name. */
export function hashName(hash: NameHash, name: string): bigint {
  const bytes = encodeName(name);
  const halves = new Uint32Array(2);
  hash.hash(bytes, 0, bytes.length, halves);
  return joinHalves(halves[0] ?? 0, halves[1] ?? 0);
}

/**
 * The bytes of a name. Names are shown as Latin-1, byte for byte, so what was shown gives its bytes back; a name with
 * other characters can only have been typed, and is UTF-8.
 */
export function encodeName(name: string): Uint8Array {
  const isLatin1 = ![...name].some((character) => character > '\u00ff');
  return isLatin1 ? encodeLatin1(name) : new TextEncoder().encode(name);
}

/** A 64-bit number from its halves. */
export function joinHalves(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** How an entry is called whose name is not known: `0x` and 8 or 16 upper-case hex digits, and its extension. */
export function unresolvedName(hash: bigint, bits: 32 | 64, extension?: string | undefined): string {
  const name = hexNumber(hash, bits / 4);
  return extension === undefined || extension === '' ? name : `${name}.${extension}`;
}

/** The hash in an unresolved name, with any extension; nothing for other names. */
export function parseUnresolvedName(name: string, bits: 32 | 64): bigint | undefined {
  const match = /^0x([0-9a-fA-F]+)(\.[^/]*)?$/.exec(name);
  return match?.[1]?.length === bits / 4 ? BigInt(`0x${match[1]}`) : undefined;
}
