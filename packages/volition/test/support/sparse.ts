import { fromHex } from '@packwright/core';

/** Bytes that are zero but for a few stretches, given as offset and hex. */
export function sparse(length: number, stretches: readonly (readonly [number, string])[]): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const [offset, hex] of stretches) bytes.set(fromHex(hex) ?? [], offset);
  return bytes;
}
