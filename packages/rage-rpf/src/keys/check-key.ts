import { ArchiveError, type KeyRequirement, sha1, toHex } from '@packwright/core';

/** Makes sure that bytes are the key they are said to be: its length, and its digests where they are known. */
export function checkKey(requirement: KeyRequirement, bytes: Uint8Array, from: string): void {
  const { id, length, pieces = [] } = requirement;
  if (bytes.length !== length) {
    throw new ArchiveError(
      'KEY_WRONG',
      `Found ${bytes.length} bytes for the key ${id}, expected ${length}.`,
      {
        path: from,
      },
    );
  }
  for (const piece of pieces) {
    for (const at of piece.at) {
      if (toHex(sha1(bytes.subarray(at, at + piece.length))) === piece.sha1) continue;
      throw new ArchiveError(
        'KEY_WRONG',
        `Bytes ${at} to ${at + piece.length} of the key ${id} have another SHA-1 than ${piece.sha1}.`,
        { path: from, help: 'The file is damaged, or belongs to another game.' },
      );
    }
  }
}
