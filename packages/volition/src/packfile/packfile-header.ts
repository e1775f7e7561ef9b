import { alignUp, type ByteOrder } from '@packwright/core';
import { allOnes, type Field, readField } from './field.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { PackfileVersion } from './packfile-version.ts';

/** A range of the file. */
export interface Block {
  readonly offset: number;
  readonly length: number;
}

/** Where the tables of a packfile are, and where its data begins. */
export interface PackfileBlocks {
  readonly directory: Block;
  readonly names: Block;
  readonly extensions: Block | undefined;
  readonly dataOffset: number;
}

/** A header, its numbers as they stand. */
export interface PackfileHeader extends PackfileBlocks {
  readonly version: PackfileVersion;
  readonly order: ByteOrder;
  readonly flags: number;
  readonly layout: Layout;
  readonly count: number;
  readonly fileSize: number;
  readonly dataSize: number;
  /** Absent where the field has its "not compressed" value. */
  readonly compressedSize: number | undefined;
  readonly checksum: number | undefined;
  /** What stands in the text fields that games ignore, without the zeros at its end. */
  readonly banner: Uint8Array;
}

/** What tools of the RFGM family write into the compressed size of an archive that is not compressed. */
const shortAllOnes = 0x00ffffff;

/** Takes a header apart; `bytes` has at least `version.headerSize` bytes. */
export function parseHeader(bytes: Uint8Array, version: PackfileVersion, order: ByteOrder): PackfileHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { header } = version;
  const read = (field: Field): number => readField(view, 0, field, order === 'little');
  const flags = read(header.flags);
  const compressedSize = read(header.compressedSize);
  const isAbsent = compressedSize === allOnes(header.compressedSize) || compressedSize === shortAllOnes;
  return {
    ...locateBlocks(version, {
      directory: read(header.directorySize),
      names: read(header.namesSize),
      extensions: header.extensionsSize === undefined ? undefined : read(header.extensionsSize),
    }),
    version,
    order,
    flags,
    layout: layoutOf(flags),
    count: read(header.count),
    fileSize: read(header.fileSize),
    dataSize: read(header.dataSize),
    compressedSize: isAbsent ? undefined : compressedSize,
    checksum: header.checksum === undefined ? undefined : read(header.checksum),
    banner: readBanner(bytes, version),
  };
}

/** Where blocks of these sizes are: each begins at a multiple of the sector. */
export function locateBlocks(
  version: PackfileVersion,
  sizes: { readonly directory: number; readonly names: number; readonly extensions?: number | undefined },
): PackfileBlocks {
  const { sector } = version;
  const directory = { offset: version.headerSize, length: sizes.directory };
  const names = { offset: alignUp(directory.offset + directory.length, sector), length: sizes.names };
  const namesEnd = alignUp(names.offset + names.length, sector);
  if (sizes.extensions === undefined)
    return { directory, names, extensions: undefined, dataOffset: namesEnd };
  const extensions = { offset: namesEnd, length: sizes.extensions };
  const dataOffset = alignUp(extensions.offset + extensions.length, sector);
  return { directory, names, extensions, dataOffset };
}

function readBanner(bytes: Uint8Array, version: PackfileVersion): Uint8Array {
  const { at, length } = version.header.banner ?? { at: 0, length: 0 };
  let end = at + length;
  while (end > at && bytes[end - 1] === 0) end--;
  return bytes.slice(at, end);
}
