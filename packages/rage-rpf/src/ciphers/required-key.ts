import { ArchiveError, type Awaitable, chain, type Keys } from '@packwright/core';

/** The bytes of a key that must be there and have a certain length. */
export function requireKey(keys: Keys, id: string, length: number): Awaitable<Uint8Array> {
  return chain(keys.get(id), (key) => {
    if (key === undefined) throw missingKey(id);
    if (key.length === length) return key;
    throw new ArchiveError('KEY_WRONG', `Found ${key.length} bytes in the key ${id}, expected ${length}.`);
  });
}

/** The error for a key that the user has not given. */
export function missingKey(id: string): ArchiveError {
  return new ArchiveError('KEY_MISSING', `The data is encrypted and the key ${id} is not there.`, {
    help: 'Give a key file, or import the key from your own copy of the game.',
  });
}
