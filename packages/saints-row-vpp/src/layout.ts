import { type Field, layouts, type PackfileVersion, version4, version6 } from '@packwright/volition';

const word = (at: number): Field => ({ at, bytes: 4 });
const long = (at: number): Field => ({ at, bytes: 8 });
const short = (at: number): Field => ({ at, bytes: 2 });

/*
 * Version 10, no padding between blocks (2: two implementations agree, 1: one):
 *
 *   0x00  u32  magic, version                                    2
 *   0x08  u32  Volition CRC of the 28 bytes that follow          2
 *   0x0C  u32  file size                                         2
 *   0x10  u32  flags: bits 0 and 1 as ever, bits 11–14 method    1
 *   0x14  u32  count                                             2
 *   0x18  u32  directory bytes, 24 × count                       2
 *   0x1C  u32  names bytes                                       2
 *   0x20  u32  data size                                         2
 *   0x24  u32  compressed data size, all ones if none            2
 *
 * Entry: u64 name offset; u32 start, size, stored size (all ones: stored); u16 flags (bit 0: compressed);
 * u16 alignment (1 or 16). Each name takes an even number of bytes with at least two zeros behind it (1).
 */

/** Saints Row IV and Gat out of Hell. */
export const version10: PackfileVersion = {
  version: 10,
  variant: 'v10',
  writeAs: '10',
  writableLayouts: layouts,
  headerSize: 0x28,
  entrySize: 24,
  sector: 1,
  header: {
    checksum: { ...word(0x08), from: 0x0c },
    fileSize: word(0x0c),
    flags: word(0x10),
    count: word(0x14),
    directorySize: word(0x18),
    namesSize: word(0x1c),
    dataSize: word(0x20),
    compressedSize: word(0x24),
  },
  entry: {
    name: long(0),
    start: word(8),
    size: word(12),
    storedSize: word(16),
    flags: short(20),
    alignment: short(22),
  },
  compressedStarts: 'physical',
  compacted: 'solid',
  names: { align: 2, zeros: 2 },
  methodFlags: 0x4800,
};

/*
 * Version 6 of the remastered Saints Row: The Third: the fields of version 6 as u64, blocks and entries on 4096 bytes,
 * and LZ4 frames of its own, one for each entry even where the archive is compacted (2 for the layout, 1 for the
 * frames).
 */
const wide = {
  empty: word(0x154),
  count: long(0x158),
  fileSize: long(0x160),
  directorySize: long(0x168),
  end: 0x188,
};

/** Saints Row: The Third Remastered. Known from descriptions only, and only read. */
export const version6Wide: PackfileVersion = {
  version: 6,
  variant: 'v6-64',
  writableLayouts: [],
  headerSize: 0x1000,
  entrySize: 48,
  sector: 0x1000,
  header: {
    flags: word(0x14c),
    count: wide.count,
    fileSize: wide.fileSize,
    directorySize: wide.directorySize,
    namesSize: long(0x170),
    dataSize: long(0x178),
    compressedSize: long(0x180),
  },
  entry: { name: long(0), start: long(16), size: long(24), storedSize: long(32) },
  compressedStarts: 'logical',
  compacted: 'separate',
  names: { align: 1, zeros: 1 },
  methodFlags: 0,
  matches: (head, isLittle, fileSize) => {
    if (head.byteLength < wide.end || head.getUint32(wide.empty.at, isLittle) !== 0) return false;
    const read = (field: Field): number => Number(head.getBigUint64(field.at, isLittle));
    const count = read(wide.count);
    return read(wide.fileSize) === fileSize || (count > 0 && read(wide.directorySize) === count * 48);
  },
};

/** Every version that is read; the wide version 6 is told from the other by its header. */
export const versions: readonly PackfileVersion[] = [version4, version6Wide, version6, version10];
