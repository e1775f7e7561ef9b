/*
 * pack, version 1: a chain of chunks, the first at offset 0. There is no magic number; numbers are big-endian.
 *
 * Chunk
 * | offset | type     | name  | meaning                                          |
 * |--------|----------|-------|--------------------------------------------------|
 * | 0x00   | u32      | next  | offset of the next chunk; 0 in the last          |
 * | 0x04   | u32      | count | records                                          |
 * | 0x08   | record[] |       | one after the other                              |
 *
 * Record
 * | offset | type  | name       | meaning                                         |
 * |--------|-------|------------|-------------------------------------------------|
 * | 0x00   | u32   | nameLength | 1 to 1024                                       |
 * | 0x04   | u8[]  | name       | without a zero at the end                       |
 * | …      | u32   | dataOffset | in the file                                     |
 * | …      | u32   | dataLength |                                                 |
 * | …      | u32   | crc32      | of the data                                     |
 *
 * Games give each list a block of 8192 bytes, filled up with zeros, and put its data right behind, in the order of the
 * list. Their client reads 8192 bytes at each chunk and keeps that room free, so a list must not be longer, and
 * nothing else may lie there (told of a client of 2017).
 */

/** The one kind of pack. */
export const variant = 'pack';

/** Bytes of a chunk before its records. */
export const chunkHeaderLength = 8;

/** Bytes of a record besides its name. */
export const recordLength = 16;

/** Room that games give each list. */
export const blockLength = 0x2000;

/** The longest name that is read. */
export const longestName = 1024;

/** The longest name that tools for these games write. */
export const usualNameLimit = 128;

/** More records than this in one list are not believed when a file is to be recognised. */
export const plausibleCount = 200_000;

/** Chunks that fit into the largest archive when each has its block. */
export const mostChunks: number = 2 ** 32 / blockLength;

/** Chunks without records that are followed; a chain of more leads nowhere. */
export const mostEmptyChunks = 4096;

/** The largest offset or length that a record can state, and so the largest archive. */
export const largestOffset = 0xffffffff;
