import { ArchiveError, type CodecStep, type Keys } from '@packwright/core';

/** How the table of an archive is encrypted, and the files that say they are. */
export interface TableCipher {
  /** As it is shown: `AES`, `NG`. */
  readonly title: string;
  /** Ids of the keys it needs. */
  readonly keys: readonly string[];
  /** Steps that decode the table as it was found. */
  readonly table: readonly CodecStep[];
  /** Steps that decode the table of an archive with this name and size. */
  tableFor(name: string, size: number): readonly CodecStep[];
  /** Steps that decode a file with this name; `length` is the size that goes into the choice of the key. */
  file(name: Uint8Array, length: number): readonly CodecStep[];
}

/** A cipher that does the same everywhere: AES with one key. */
export function aesCipher(key: string, passes: number, title = 'AES'): TableCipher {
  const table = [{ codec: 'aes-ecb', key, passes }];
  return { title, keys: [key], table, tableFor: () => table, file: () => table };
}

/** The first candidate whose keys are there and under which the table makes sense. */
export async function findCipher(
  candidates: Iterable<TableCipher>,
  keys: Keys,
  makesSense: (cipher: TableCipher) => Promise<boolean>,
): Promise<TableCipher> {
  const missing = new Set<string>();
  const tried = new Set<string>();
  for (const cipher of candidates) {
    if (!(await hasKeys(cipher, keys, missing))) continue;
    for (const key of cipher.keys) tried.add(key);
    if (await isRight(cipher, makesSense)) return cipher;
  }
  throw tried.size === 0 ? keyMissing([...missing]) : keyWrong([...tried]);
}

/** Whether a cipher gives a table; a key of the wrong length is as wrong as any other. */
async function isRight(
  cipher: TableCipher,
  makesSense: (cipher: TableCipher) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await makesSense(cipher);
  } catch (error) {
    if (ArchiveError.is(error) && error.code === 'KEY_WRONG') return false;
    throw error;
  }
}

async function hasKeys(cipher: TableCipher, keys: Keys, missing: Set<string>): Promise<boolean> {
  let isComplete = true;
  for (const id of cipher.keys) {
    if ((await keys.get(id)) !== undefined) continue;
    missing.add(id);
    isComplete = false;
  }
  return isComplete;
}

function keyMissing(ids: readonly string[]): ArchiveError {
  return new ArchiveError(
    'KEY_MISSING',
    `The table of contents is encrypted, and ${listKeys(ids)} ${ids.length === 1 ? 'is' : 'are'} not there.`,
    {
      help: 'Import the key from your own copy of the game (packwright keys import FILE), or give a key file (--keys FILE).',
    },
  );
}

function keyWrong(ids: readonly string[]): ArchiveError {
  return new ArchiveError(
    'KEY_WRONG',
    `Found a table of contents that makes no sense under ${listKeys(ids)}, expected another key.`,
    { help: 'The archive belongs to another game or build, or the key file is damaged.' },
  );
}

function listKeys(ids: readonly string[]): string {
  return `the key${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`;
}
