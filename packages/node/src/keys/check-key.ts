import { ArchiveError, type KeyRequirement } from '@packwright/core';
import { nodeCrypto } from '../natives/node-crypto.ts';

/** Makes sure that bytes are the key they are said to be: its length, and its digests where they are known. */
export function checkKey(requirement: KeyRequirement, bytes: Uint8Array): void {
  const { id, length, pieces = [] } = requirement;
  if (bytes.length !== length) {
    throw new ArchiveError('KEY_WRONG', `Found ${bytes.length} bytes for the key ${id}, expected ${length}.`);
  }
  for (const piece of pieces) {
    for (const at of piece.at) {
      const digest = nodeCrypto()
        .createHash('sha1')
        .update(bytes.subarray(at, at + piece.length))
        .digest('hex');
      if (digest === piece.sha1) continue;
      throw new ArchiveError(
        'KEY_WRONG',
        `Bytes ${at} to ${at + piece.length} of the key ${id} have another SHA-1 than ${piece.sha1}.`,
        { help: 'The file is damaged, or belongs to another game.' },
      );
    }
  }
}
