/*
 * A WAD is a header, lumps (files) in any order, and a directory. All numbers are little-endian.
 *
 * Header
 *   offset  type  name       meaning
 *   0       4     magic      "IWAD" or "PWAD"
 *   4       u32   count      rows of the directory
 *   8       u32   dirOffset  where the directory starts
 *
 * Directory row
 *   offset  type  name    meaning
 *   0       u32   offset  where the lump starts; anything when it is empty
 *   4       u32   size    bytes of the lump
 *   8       8     name    ends at the first NUL or fills the field
 *
 * There are no folders. What belongs together stands together: the map E1M1 is an empty lump of that name, and
 * the lumps behind it (THINGS, LINEDEFS, …) are its parts, so the same names occur once for each map. Empty lumps
 * such as S_START and S_END mark ranges. Therefore order and duplicates matter, and empty lumps are kept.
 */

import { ByteReader, ByteWriter } from '@packwright/core';

export const headerBytes = 12;
export const rowBytes = 16;
export const nameBytes = 8;
/** Doom's numbers are signed. */
export const maxSize = 0x7fff_ffff;

/** @typedef {'iwad' | 'pwad'} Variant */
/** @typedef {{ offset: number, size: number, name: string }} Row */

/**
 * Which kind of WAD begins with these bytes, if any.
 *
 * @param {Uint8Array} head
 * @returns {Variant | undefined}
 */
export function variantOf(head) {
  if (head.length < 4) return undefined;
  const magic = new ByteReader(head, 'little').text(4);
  if (magic === 'IWAD') return 'iwad';
  return magic === 'PWAD' ? 'pwad' : undefined;
}

/**
 * The header of a WAD.
 *
 * @param {string} variant
 * @param {number} count
 * @param {number} dirOffset
 * @returns {Uint8Array}
 */
export function buildHeader(variant, count, dirOffset) {
  return new ByteWriter('little', headerBytes).text(variant.toUpperCase()).u32(count).u32(dirOffset).finish();
}

/**
 * A directory.
 *
 * @param {readonly Row[]} rows
 * @returns {Uint8Array}
 */
export function buildDirectory(rows) {
  const writer = new ByteWriter('little', rows.length * rowBytes);
  for (const { offset, size, name } of rows) writer.u32(offset).u32(size).text(name, nameBytes);
  return writer.finish();
}
