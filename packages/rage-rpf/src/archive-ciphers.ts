import { ArchiveError, type CodecStep, hexNumber } from '@packwright/core';
import { aesSetStep } from './aes-set-codec.ts';
import { ngKeyCount, ngKeyIndex, ngStep } from './ciphers/index.ts';
import { joaat } from './joaat.ts';
import { keyIds } from './keys/index.ts';
import { tags6, tags7 } from './layout.ts';
import { aesCipher, type TableCipher } from './table-cipher.ts';
import type { TreeHeader, TreeVersionNumber } from './version.ts';

/** Which cipher to use whatever the tag says: for tags that nobody has described. */
export type CipherChoice = 'auto' | 'none' | 'aes' | 'ng';

/** What the choice of a cipher depends on. */
export interface CipherFacts {
  readonly version: TreeVersionNumber;
  readonly header: TreeHeader;
  /** File name of the archive, without folders. */
  readonly name: string;
  /** Bytes of the archive. */
  readonly size: number;
  readonly choice: CipherChoice;
}

/** Passes of AES over a table of versions 2 to 6. */
const oldPasses = 16;

const plainTags7: ReadonlySet<number> = new Set([tags7.none, tags7.open, tags7.cfxp]);

/** Ciphers that the table may be encrypted with, likeliest first; nothing for a table that is not. */
export function cipherCandidates(facts: CipherFacts): Iterable<TableCipher> | undefined {
  const { version, header, choice } = facts;
  if (choice === 'none' || version === 0) return undefined;
  if (version === 7) return candidates7(facts);
  if (header.tag === 0 && choice === 'auto') return undefined;
  return (version === 6 ? keys6(header.tag) : keys2345).map((key) => aesCipher(key, oldPasses));
}

/** The tag stands for "encrypted" only: one value is used with two different keys. */
const keys2345: readonly string[] = [keyIds.gta4, keyIds.mcla, keyIds.maxPayne3];

function keys6(tag: number): readonly string[] {
  return tag === tags6.default ? [keyIds.gta4, keyIds.rdr1] : [keyIds.rdr1, keyIds.gta4];
}

function candidates7(facts: CipherFacts): Iterable<TableCipher> | undefined {
  const { header, choice } = facts;
  const { tag } = header;
  if (choice === 'ng') return ngCandidates(facts);
  if (choice === 'aes') return [aesCipher(keyIds.gta5, 1)];
  if (plainTags7.has(tag)) return undefined;
  if (tag === tags7.aes) return [aesCipher(keyIds.gta5, 1)];
  if (tag === tags7.aesPs3) return [aesCipher(keyIds.gta5Ps3, 1)];
  if (tag === tags7.aesXbox) return [aesCipher(header.platformBit ? keyIds.gta5X360 : keyIds.launcher, 1)];
  if (tag === tags7.aesPs4) return ps4Candidates(facts);
  if (tag === tags7.ng) return ngCandidates(facts);
  throw new ArchiveError(
    'VARIANT_UNSUPPORTED',
    `Found the encryption tag ${hexNumber(tag)}, expected a known one.`,
    {
      offset: 12,
      help: 'Try the reading option cipher=ng, cipher=aes or cipher=none.',
    },
  );
}

/** The key that name and size ask for, then all others: a renamed or resized archive is still readable. */
function* ngCandidates({ name, size }: CipherFacts): Generator<TableCipher, void, undefined> {
  for (const index of keyOrder(keyIndexOf(encodeName(name), size))) yield ngCipher(index);
}

/** NG whose table was found to have the key of a number. */
export function ngCipher(tableKey: number): TableCipher {
  return keySetCipher('NG', [keyIds.gta5NgKeys, keyIds.gta5NgTables], tableKey, ngStep, keyIndexOf);
}

function* ps4Candidates({ name, size }: CipherFacts): Generator<TableCipher, void, undefined> {
  for (const index of keyOrder(ps4KeyIndexOf(encodeName(name), size))) {
    yield keySetCipher(
      'AES',
      [keyIds.gta5Ps4],
      index,
      (key) => aesSetStep(keyIds.gta5Ps4, key),
      ps4KeyIndexOf,
    );
  }
}

function keySetCipher(
  title: string,
  keys: readonly string[],
  tableKey: number,
  step: (key: number) => CodecStep,
  choose: (name: Uint8Array, length: number) => number,
): TableCipher {
  return {
    title,
    keys,
    table: [step(tableKey)],
    tableFor: (name, size) => [step(choose(encodeName(name), size))],
    file: (name, length) => [step(choose(name, length))],
  };
}

function keyIndexOf(name: Uint8Array, length: number): number {
  return ngKeyIndex(joaat(name), length);
}

function ps4KeyIndexOf(name: Uint8Array, length: number): number {
  return ngKeyIndex(joaat(name), length, 0);
}

function* keyOrder(first: number): Generator<number, void, undefined> {
  for (let step = 0; step < ngKeyCount; step++) yield (first + step) % ngKeyCount;
}

/** A file name as the games hash it; what is no Latin-1 cannot be the name a key was chosen by. */
function encodeName(name: string): Uint8Array {
  return Uint8Array.from(name, (character) => character.charCodeAt(0) & 0xff);
}
