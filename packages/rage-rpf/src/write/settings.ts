import type { CodecStep, OptionValues } from '@packwright/core';
import { ngCipher } from '../archive-ciphers.ts';
import { keyIds } from '../keys/index.ts';
import { tags6, tags7, usualOrder } from '../layout.ts';
import { aesCipher, type TableCipher } from '../table-cipher.ts';
import type { Version } from '../version.ts';
import { treeVersion } from '../versions/tree-version.ts';
import type { writeOptions } from './write-options.ts';

/** Values of the writing options. */
export type WriteOptionValues = OptionValues<typeof writeOptions>;

/** How an archive shall be made: the options, with everything decided that a default leaves open. */
export interface WriteSettings {
  readonly version: Version;
  readonly tag: number;
  readonly cipher: TableCipher | undefined;
  readonly rootName: string;
  /** Fixed, or the smallest that fits. */
  readonly nameShift: number | undefined;
  readonly platformBit: boolean;
  readonly debugNames: boolean;
  readonly alignment: number;
  /** How files are compressed; absent: they are stored. */
  readonly packing: CodecStep | undefined;
}

/** Versions that are written. */
const writable = [0, 2, 3, 4, 6, 7] as const;

/** Why the options cannot be followed, as sentences; none when they can. */
export function refuseOptions(options: WriteOptionValues): readonly string[] {
  const { version = 7, tag, alignment } = options;
  if (version === 8) {
    return [
      'RPF8 is not created: the game checks a signature over header and table that only its makers can give.',
    ];
  }
  const number = writable.find((each) => each === version);
  if (number === undefined) return [`RPF${version} is not written: its layout is not known for certain.`];
  const refusals: string[] = [];
  if (tag === 'ng' && version !== 7)
    refusals.push(`Encryption "ng" belongs to version 7, found version ${version}.`);
  if (tag === 'open' && version !== 7)
    refusals.push(`The tag "open" belongs to version 7, found version ${version}.`);
  if (tag === 'aes' && version === 0) refusals.push('Version 0 has no encryption, found the tag "aes".');
  const { block } = treeVersion(number, 'little');
  if (alignment !== undefined && alignment % block !== 0) {
    refusals.push(`Found the alignment ${alignment}, expected a multiple of ${block} in version ${version}.`);
  }
  return refusals;
}

/** The settings that options stand for; to be asked for only when nothing refuses them. */
export function readSettings(options: WriteOptionValues): WriteSettings {
  const number = writable.find((each) => each === options.version) ?? 7;
  const version = treeVersion(number, options.byteOrder ?? usualOrder(number));
  const xbox = number === 7 && options.xbox === true;
  return {
    version,
    ...readTag(version, options),
    rootName: options.rootName ?? version.rootName,
    nameShift: number === 7 ? options.nameShift : 0,
    platformBit: xbox,
    debugNames: number === 6 && options.debugNames !== false,
    alignment: options.alignment ?? 1,
    packing: readPacking(options, number === 2, xbox),
  };
}

function readTag(version: Version, { tag, key }: WriteOptionValues): Pick<WriteSettings, 'tag' | 'cipher'> {
  const { number } = version;
  if (number === 7) {
    if (tag === 'aes') return { tag: tags7.aes, cipher: aesCipher(key ?? keyIds.gta5, 1) };
    // The key follows from name and size of the archive, so the number given here is never used.
    if (tag === 'ng') return { tag: tags7.ng, cipher: ngCipher(0) };
    return { tag: tag === 'none' ? tags7.none : tags7.open, cipher: undefined };
  }
  if (tag !== 'aes') return { tag: 0, cipher: undefined };
  if (number === 6) {
    const usual = key === keyIds.gta4 ? tags6.default : tags6.rdr1;
    return { tag: usual, cipher: aesCipher(key ?? keyIds.rdr1, 16) };
  }
  const usual = number === 4 ? keyIds.maxPayne3 : keyIds.gta4;
  return { tag: number === 4 ? 0xfffffffc : 0xffffffff, cipher: aesCipher(key ?? usual, 16) };
}

/** The step that compresses files, where any are; the Xbox wants LZX, which is only ever copied. */
export function readPacking(
  options: WriteOptionValues,
  isVersion2: boolean,
  isXbox: boolean,
): CodecStep | undefined {
  const { compress = 'auto', level = 9, encoder } = options;
  if (isXbox || compress === 'none' || (compress === 'auto' && isVersion2)) return undefined;
  return { codec: 'deflate-raw', level, ...(encoder === undefined ? {} : { encoder }) };
}
