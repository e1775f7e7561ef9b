import { ArchiveError, ByteReader, ByteWriter, hexNumber } from '@packwright/core';
import { blockLength, headerLength, magic, version } from './layout.ts';

/** The fields of a pack2 header. */
export interface Header {
  readonly count: number;
  readonly packLength: number;
  readonly mapOffset: number;
  readonly unknown18: bigint;
  /** The 128 bytes of unknown making. */
  readonly block: Uint8Array;
}

/** Whether bytes begin like a pack2 of the one known version. */
export function hasSignature(bytes: Uint8Array): boolean {
  return magic.every((byte, at) => bytes[at] === byte) && bytes[3] === version;
}

/** Reads a header; throws when the bytes are none. */
export function parseHeader(bytes: Uint8Array): Header {
  if (bytes.length < headerLength) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${bytes.length} bytes, expected a pack2 header of ${headerLength}.`,
      { offset: bytes.length },
    );
  }
  const reader = new ByteReader(bytes, 'little');
  const found = reader.take(magic.length);
  if (magic.some((byte, at) => found[at] !== byte)) {
    const shown = [...found].map((byte) => hexNumber(byte, 2)).join(' ');
    throw new ArchiveError('DAMAGED', `Found ${shown} at the start, expected "PAK" (0x50 0x41 0x4B).`, {
      offset: 0,
    });
  }
  const foundVersion = reader.u8();
  if (foundVersion !== version) {
    throw new ArchiveError(
      'VARIANT_UNSUPPORTED',
      `Found pack2 version ${foundVersion}, expected ${version}.`,
      {
        offset: 3,
      },
    );
  }
  return {
    count: reader.u32(),
    packLength: reader.size64(),
    mapOffset: reader.size64(),
    unknown18: reader.u64(),
    block: reader.take(blockLength),
  };
}

/** The bytes of a header, without the zeros that follow it. */
export function buildHeader(header: Header): Uint8Array {
  return new ByteWriter('little', headerLength)
    .bytes(Uint8Array.from([...magic, version]))
    .u32(header.count)
    .u64(header.packLength)
    .u64(header.mapOffset)
    .u64(header.unknown18)
    .bytes(header.block)
    .finish();
}
