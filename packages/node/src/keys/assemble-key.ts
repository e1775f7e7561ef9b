import { ArchiveError, type KeyRequirement } from '@packwright/core';

/** Longest piece that is searched for. */
const longestPiece = 65536;

/** Makes sure that what a plugin says of its key can be searched for; `PLUGIN_INVALID` otherwise. */
export function checkRequirement({ id, length, pieces = [] }: KeyRequirement): void {
  for (const piece of pieces) {
    const isWindow =
      Number.isInteger(piece.length) &&
      piece.length > 0 &&
      piece.length <= longestPiece &&
      /^[0-9a-f]{40}$/.test(piece.sha1);
    const fits = piece.at.every((at) => Number.isInteger(at) && at >= 0 && at <= length - piece.length);
    if (isWindow && fits) continue;
    throw new ArchiveError(
      'PLUGIN_INVALID',
      `The key ${id} has a piece of ${piece.length} bytes with the SHA-1 "${piece.sha1}", expected 1 to ${longestPiece} bytes inside the key's ${length}, and 40 hex digits.`,
    );
  }
}

/** The key made of its pieces, given the bytes of those that were found by digest; nothing when one is missing. */
export function assembleKey(
  { length, pieces }: KeyRequirement,
  found: ReadonlyMap<string, Uint8Array>,
): Uint8Array | undefined {
  if (pieces === undefined) return undefined;
  const key = new Uint8Array(length);
  for (const piece of pieces) {
    const bytes = found.get(piece.sha1);
    if (bytes === undefined) return undefined;
    for (const at of piece.at) key.set(bytes, at);
  }
  return key;
}
