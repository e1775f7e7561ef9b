/**
 * The torture format: made up to need every part of the contract at once. All numbers are little-endian.
 *
 * Header
 *
 * | offset | type | name            | meaning                                                     |
 * |--------|------|-----------------|-------------------------------------------------------------|
 * | 0x00   | 4    | magic           | "TRTR"                                                      |
 * | 0x04   | u16  | version         | 1                                                           |
 * | 0x06   | u16  | flags           | 1: tree of directories, 2: a second volume                  |
 * | 0x08   | u32  | count           | rows of the table                                           |
 * | 0x0c   | u32  | table offset    |                                                             |
 * | 0x10   | u32  | table checksum  | CRC-32 of the table                                         |
 * | 0x14   | u32  | solid offset    | one zlib stream, flushed after each entry and never ended   |
 * | 0x18   | u32  | solid length    | stored bytes                                                |
 * | 0x1c   | u32  | solid size      | decoded bytes                                               |
 * | 0x20   | u32  | restart count   | flush points                                                |
 * | 0x24   | u32  | restart offset  | pairs of u32: stored and decoded bytes before the point     |
 * | 0x28   | u32  | unknown28       | kept                                                        |
 *
 * Row
 *
 * | offset | type | name       | meaning                                                          |
 * |--------|------|------------|------------------------------------------------------------------|
 * | 0x00   | u32  | hash low   | FNV-1a of the path (64 bits), or of its last part in a tree (32) |
 * | 0x04   | u32  | hash high  | 0 in a tree                                                      |
 * | 0x08   | u8   | method     | 0 directory, 1 plain, 2 solid, 3 sealed                          |
 * | 0x09   | u8   | volume     | 0 this file, 1 the second one                                    |
 * | 0x0a   | u16  | flags      | 1: the content is a list of names                                |
 * | 0x0c   | u32  | offset     | in the volume; of solid entries in the decoded stream            |
 * | 0x10   | u32  | length     | stored bytes; of solid entries decoded ones                      |
 * | 0x14   | u32  | checksum   | CRC-32 of the content; of sealed entries of the stored bytes     |
 * | 0x18   | u32  | parent     | number of the directory + 1; 0 at the top and outside of trees   |
 * | 0x1c   | u32  | unknown1c  | kept                                                             |
 *
 * The size of a sealed entry stands only before its data: see `codec.ts`.
 */
export const headerLength = 44;
/** Bytes of one row. */
export const rowLength = 32;
/** Bytes of one flush point. */
export const restartLength = 8;

/** "TRTR" as a little-endian number. */
export const magic = 0x52545254;
/** "TRTR" in hex. */
export const magicHex = '54525452';
/** The only version. */
export const version = 1;

/** Flags of the header. */
export const archiveFlags = { tree: 1, secondVolume: 2 } as const;
/** Flags of a row. */
export const rowFlags = { nameList: 1 } as const;

/** How an entry is stored, by the number in its row. */
export const methods = ['directory', 'plain', 'solid', 'sealed'] as const;
/** How an entry is stored. */
export type Method = (typeof methods)[number];

/** The entry that lists the names of all. */
export const nameListPath = 'names.lst';
/** The entry that repeats the sizes of the others. */
export const sizeListPath = 'sizes.lst';

/** The key of sealed entries. */
export const sealKey = 'torture/seal-key';
/** The codec of sealed entries. */
export const sealCodec = 'torture/seal';

/** The file name of the second volume beside an archive of this name. */
export function secondVolumeName(name: string): string {
  return `${name.replace(/\.trt$/i, '')}.trt2`;
}
