import type { Field } from './field.ts';
import { type Layout, layouts } from './layout.ts';

/** What differs between the versions of packfiles, as data: one reader and one writer serve them all. */
export interface PackfileVersion {
  /** The number in the header. */
  readonly version: number;
  /** The value of the writing option `version`; absent where archives of this kind are only read. */
  readonly writeAs?: string;
  /** Layouts that are known well enough to be written. */
  readonly writableLayouts: readonly Layout[];
  /** How this version is called, also where one number stands for two layouts. */
  readonly variant: string;
  readonly headerSize: number;
  readonly entrySize: number;
  /** Blocks, and the entries of raw and compressed archives, start at multiples of this. */
  readonly sector: number;
  readonly header: HeaderFields;
  readonly entry: EntryFields;
  /** Whether the starts of a compressed archive tell where the streams are. */
  readonly compressedStarts: 'logical' | 'physical';
  /** Whether a compacted archive is one stream, or one stream for each entry without padding. */
  readonly compacted: 'solid' | 'separate';
  /** Alignment of names in the names block, and how many zeros end each. */
  readonly names: { readonly align: number; readonly zeros: number };
  /** Flag bits that originals set besides the layout when they compress. */
  readonly methodFlags: number;
  /** Tells apart what has the same version number. Absent: the number decides. */
  readonly matches?: (head: DataView, little: boolean, fileSize: number) => boolean;
}

/** Where the header has what. */
export interface HeaderFields {
  readonly flags: Field;
  readonly count: Field;
  readonly fileSize: Field;
  readonly directorySize: Field;
  readonly namesSize: Field;
  /** Only version 4 keeps extensions apart. */
  readonly extensionsSize?: Field;
  readonly dataSize: Field;
  readonly compressedSize: Field;
  /** Volition CRC of the header from `from` on. */
  readonly checksum?: Field & { readonly from: number };
  /** Two text fields that games ignore and some packers sign. */
  readonly banner?: { readonly at: number; readonly length: number };
}

/** Where a directory record has what; the rest of it is zero. */
export interface EntryFields {
  readonly name: Field;
  readonly extension?: Field;
  readonly start: Field;
  readonly hash?: Field;
  readonly size: Field;
  readonly storedSize: Field;
  /** Bit 0: this entry is compressed. */
  readonly flags?: Field;
  readonly alignment?: Field;
}

/*
 * The sector family, header of 2048 bytes (all numbers u32; R: measured on originals, 2: two implementations agree):
 *
 *   offset  version 3             version 4             version 6
 *   0x000   magic, version        same                  same                        R
 *   0x008   short name (65), path name (256), 3 bytes of padding: ignored           R
 *   0x14C   flags: bit 0 compressed, bit 1 condensed                                R
 *   0x150   sector (run time)     same                  same                        R
 *   0x154   count                 same                  same                        R
 *   0x158   file size             same                  same                        R
 *   0x15C   directory bytes       same                  same                        R
 *   0x160   names bytes           same                  same                        R
 *   0x164   data size             extensions bytes      data size                   R, 2, 2
 *   0x168   compressed data size  data size             compressed data size        R, 2, 2
 *   0x16C   pointers (run time)   compressed data size  pointers (run time)         R, 2, 2
 *   …       run-time pointers: junk in originals; zero from 0x180 to the end        R
 *
 * Directory records (u32 each): version 3 is name, sector, start, name hash, size, stored size, parent pointer;
 * version 4 is name, extension, sector, start, size, stored size, parent pointer; version 6 is version 3 without
 * the hash.
 */
const word = (at: number): Field => ({ at, bytes: 4 });

const sectorHeader = {
  flags: word(0x14c),
  count: word(0x154),
  fileSize: word(0x158),
  directorySize: word(0x15c),
  namesSize: word(0x160),
  banner: { at: 0x008, length: 65 + 256 },
};

const sectorFamily = {
  headerSize: 2048,
  sector: 2048,
  compressedStarts: 'logical',
  compacted: 'solid',
  names: { align: 1, zeros: 1 },
  methodFlags: 0,
  writableLayouts: layouts,
} as const;

/** Red Faction Guerrilla; also Saints Row on Xbox 360. */
export const version3: PackfileVersion = {
  ...sectorFamily,
  version: 3,
  writeAs: '3',
  variant: 'v3',
  entrySize: 28,
  header: { ...sectorHeader, dataSize: word(0x164), compressedSize: word(0x168) },
  entry: { name: word(0), start: word(8), hash: word(12), size: word(16), storedSize: word(20) },
};

/** Saints Row 2. */
export const version4: PackfileVersion = {
  ...sectorFamily,
  version: 4,
  writeAs: '4',
  variant: 'v4',
  writableLayouts: ['raw', 'compressed'],
  entrySize: 28,
  header: {
    ...sectorHeader,
    extensionsSize: word(0x164),
    dataSize: word(0x168),
    compressedSize: word(0x16c),
  },
  entry: { name: word(0), extension: word(4), start: word(12), size: word(16), storedSize: word(20) },
};

/** Saints Row: The Third and Red Faction: Armageddon. */
export const version6: PackfileVersion = {
  ...sectorFamily,
  version: 6,
  writeAs: '6',
  variant: 'v6',
  entrySize: 24,
  header: { ...sectorHeader, dataSize: word(0x164), compressedSize: word(0x168) },
  entry: { name: word(0), start: word(8), size: word(12), storedSize: word(16) },
};
