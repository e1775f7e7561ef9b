import { encodeLatin1, parseUnresolvedName } from '@packwright/core';
import { hashName } from '../name-hash.ts';
import { volitionCrc } from '../volition-crc.ts';
import { allOnes, type Field, writeField } from './field.ts';
import { isCompressed, isCondensed, type Layout, layoutFlags } from './layout.ts';
import type { NameBlocks } from './name-blocks.ts';
import { locateBlocks, type PackfileBlocks } from './packfile-header.ts';
import { packfileMagic } from './packfile-signature.ts';
import type { PackfileVersion } from './packfile-version.ts';
import type { WriteStyle } from './write-style.ts';

/** One row of a directory to be. */
export interface DirectoryRow {
  readonly name: string | undefined;
  readonly start: number;
  readonly size: number;
  /** Absent: stored. */
  readonly storedSize: number | undefined;
}

/** The numbers of a header that follow from the data. */
export interface HeaderTotals {
  readonly fileSize: number;
  readonly dataSize: number;
  /** Absent: not compressed. */
  readonly compressedSize: number | undefined;
}

/** Where the tables for these names go. */
export function planBlocks(version: PackfileVersion, names: NameBlocks): PackfileBlocks {
  return locateBlocks(version, {
    directory: names.nameOffsets.length * version.entrySize,
    names: names.names.length,
    extensions: names.extensions?.length,
  });
}

/** Everything in front of the data: header, directory, names, padding. */
export function buildTables(
  style: WriteStyle,
  names: NameBlocks,
  rows: readonly DirectoryRow[],
  totals: HeaderTotals,
): Uint8Array {
  const { version } = style;
  const blocks = planBlocks(version, names);
  const bytes = new Uint8Array(blocks.dataOffset);
  const view = new DataView(bytes.buffer);
  const isLittle = style.order === 'little';
  view.setUint32(0, packfileMagic, isLittle);
  view.setUint32(4, version.version, isLittle);
  bytes.set(style.banner, version.header.banner?.at ?? 0);
  writeField(view, 0, version.header.flags, isLittle, (style.flags | layoutFlags(style.layout)) >>> 0);
  rows.forEach((row, entry) => {
    const base = blocks.directory.offset + entry * version.entrySize;
    writeRow(view, base, version, isLittle, style.layout, row);
  });
  setNames(bytes, version, isLittle, blocks, names);
  setTotals(bytes, version, isLittle, blocks, rows.length, totals);
  return bytes;
}

/** Puts one row into a directory, all but the offsets of its name. */
export function writeRow(
  view: DataView,
  base: number,
  version: PackfileVersion,
  isLittle: boolean,
  layout: Layout,
  row: DirectoryRow,
): void {
  const { entry } = version;
  const set = (field: Field | undefined, value: number): void => {
    if (field !== undefined) writeField(view, base, field, isLittle, value);
  };
  const name = row.name ?? '';
  set(entry.start, row.start);
  set(entry.size, row.size);
  set(entry.storedSize, row.storedSize ?? allOnes(entry.storedSize));
  set(entry.hash, Number(parseUnresolvedName(name, 32) ?? hashName(encodeLatin1(name))));
  set(entry.flags, row.storedSize === undefined ? 0 : 1);
  set(entry.alignment, isCondensed(layout) ? 16 : 1);
}

/** Puts the blocks of names in their places, and the offsets into the rows. */
export function setNames(
  bytes: Uint8Array,
  version: PackfileVersion,
  isLittle: boolean,
  blocks: PackfileBlocks,
  names: NameBlocks,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { extension } = version.entry;
  names.nameOffsets.forEach((offset, entry) => {
    const base = blocks.directory.offset + entry * version.entrySize;
    writeField(view, base, version.entry.name, isLittle, offset);
    if (extension !== undefined) {
      writeField(view, base, extension, isLittle, names.extensionOffsets?.[entry] ?? 0);
    }
  });
  bytes.fill(0, blocks.directory.offset + blocks.directory.length, blocks.dataOffset);
  bytes.set(names.names, blocks.names.offset);
  if (names.extensions !== undefined) bytes.set(names.extensions, blocks.extensions?.offset);
}

/** Puts counts and sizes into the header, and last its checksum. */
export function setTotals(
  bytes: Uint8Array,
  version: PackfileVersion,
  isLittle: boolean,
  blocks: PackfileBlocks,
  count: number,
  totals: HeaderTotals,
): void {
  const { header } = version;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const set = (field: Field | undefined, value: number): void => {
    if (field !== undefined) writeField(view, 0, field, isLittle, Math.min(value, allOnes(field)));
  };
  set(header.count, count);
  set(header.fileSize, totals.fileSize);
  set(header.directorySize, blocks.directory.length);
  set(header.namesSize, blocks.names.length);
  set(header.extensionsSize, blocks.extensions?.length ?? 0);
  set(header.dataSize, totals.dataSize);
  set(header.compressedSize, totals.compressedSize ?? allOnes(header.compressedSize));
  if (header.checksum !== undefined) {
    set(header.checksum, volitionCrc(bytes.subarray(header.checksum.from, version.headerSize)));
  }
}

/** Whether starts are the places of compressed streams, and so known only once those are written. */
export function usesPhysicalStart(version: PackfileVersion, layout: Layout): boolean {
  return isCompressed(layout) && !isCondensed(layout) && version.compressedStarts === 'physical';
}
