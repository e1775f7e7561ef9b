import { ArchiveError, type KeyRequirement } from '@packwright/core';
import { checkKey } from './check-key.ts';
import { keyDataFiles } from './key-data-files.ts';
import { keyRequirements } from './key-requirements.ts';
import { readRageKeys } from './rage-keys-file.ts';

/** Larger than any JSON key file: a set of everything has about 3 MB in hex. */
const mostJson = 16 * 2 ** 20;

/** Keys by id. */
type KeyMap = ReadonlyMap<string, Uint8Array>;

/** Reads a key file: keys by id, none for a file that is known but not needed, nothing for any other file. */
export type KeyFileReader = (name: string, bytes: Uint8Array) => KeyMap | undefined;

/** A reader that believes a key only if it fits one of the requirements. */
export function createKeyFileReader(requirements: readonly KeyRequirement[]): KeyFileReader {
  return (name, bytes) => {
    const keys = readDataFile(name, bytes) ?? readJsonFile(bytes);
    for (const [id, key] of keys ?? []) {
      const requirement = requirements.find((each) => each.id === id);
      if (requirement !== undefined) checkKey(requirement, key, name);
    }
    return keys;
  };
}

/** Reads the `.dat` files of modding tools by their names, and JSON of the form `rage-keys/1`. */
export const readKeyFile: KeyFileReader = createKeyFileReader(keyRequirements);

function readDataFile(name: string, bytes: Uint8Array): KeyMap | undefined {
  const known = keyDataFiles.get(name.toLowerCase());
  if (known === undefined) return undefined;
  if (bytes.length !== known.length) {
    throw new ArchiveError('KEY_WRONG', `Found ${bytes.length} bytes in ${name}, expected ${known.length}.`, {
      path: name,
    });
  }
  return new Map(known.key === undefined ? [] : [[known.key, bytes]]);
}

function readJsonFile(bytes: Uint8Array): KeyMap | undefined {
  if (bytes.length > mostJson) return undefined;
  return readRageKeys(new TextDecoder().decode(bytes));
}
