/*
 * pack2: a header, asset data, and a map of assets at the end. Numbers are little-endian, except in the frame.
 *
 * Header
 * | offset | type     | name       | meaning                                                        | known from   |
 * |--------|----------|------------|----------------------------------------------------------------|--------------|
 * | 0x00   | u8[3]    | magic      | `PAK`                                                          | many files   |
 * | 0x03   | u8       | version    | 1                                                              | many files   |
 * | 0x04   | u32      | count      | rows of the map                                                | many files   |
 * | 0x08   | u64      | packLength | size of the file                                               | many files   |
 * | 0x10   | u64      | mapOffset  | a multiple of 256                                              | many files   |
 * | 0x18   | u64      | unknown18  | 256: the alignment, or the size of a signature area            | guess        |
 * | 0x20   | u8[128]  | block128   | looks like a signature; how it is made is not known            | guess        |
 * | 0xA0   | u8[352]  |            | zeros                                                          | many files   |
 *
 * Map row
 * | offset | type | name         | meaning                                                            |
 * |--------|------|--------------|--------------------------------------------------------------------|
 * | 0x00   | u64  | nameHash     | CRC-64 of the upper-case file name; rows ascend by it              |
 * | 0x08   | u64  | dataOffset   | a multiple of 256                                                  |
 * | 0x10   | u64  | storedLength | with the frame, where there is one                                 |
 * | 0x18   | u32  | flags        | bit 0: compressed; bit 4: not known, set in current files          |
 * | 0x1C   | u32  | dataHash     | CRC-32C of the eight bytes of nameHash and the stored bytes        |
 *
 * Frame of a compressed asset, big-endian
 * | offset | type | name  | meaning               |
 * |--------|------|-------|-----------------------|
 * | 0x00   | u32  | magic | `A1 B2 C3 D4`         |
 * | 0x04   | u32  | size  | bytes after inflating |
 * | 0x08   | …    |       | one zlib stream       |
 */

/** The first four bytes, `PAK` and version 1, as hex. */
export const signature = '50414b01';

/** The first three bytes: `PAK`. */
export const magic: readonly number[] = [0x50, 0x41, 0x4b];

/** The one version there is. */
export const version = 1;

/** Bytes of the header that mean something. */
export const headerLength = 0xa0;

/** Where the data of games' own files begins; up to there zeros follow the header. */
export const dataStart = 0x200;

/** Where the block of unknown making lies in the header, and its length. */
export const blockOffset = 0x20;
export const blockLength = 128;

/** Bytes of one map row. */
export const rowLength = 32;

/** Assets and map start at multiples of this. */
export const alignment = 256;

/** The value of `unknown18` in every known file. */
export const usualUnknown18 = 256n;

/** Flag bit: the asset is a frame. */
export const compressedFlag = 0x01;

/** Flag bit of unknown meaning, set on every asset of current files. */
export const unknownFlag = 0x10;

/** Bytes of the frame before the zlib stream. */
export const frameLength = 8;

/** The first four bytes of a frame, `A1 B2 C3 D4`, big-endian. */
export const frameMagic = 0xa1b2c3d4;

/** A zlib stream has a header of two bytes at least. */
export const shortestFrame: number = frameLength + 2;

/** The largest size that a frame can state. */
export const largestFrame = 0xffffffff;

/** Id of the codec that decodes a frame. */
export const frameCodec = 'forgelight-pack2/frame';

/** Hash of `{NAMELIST}`, the asset that lists the names of the others: low and high half. */
export const nameListHash: readonly [low: number, high: number] = [0xbd97fd30, 0x4137cc65];
