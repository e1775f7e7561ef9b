import { ArchiveError, alignUp, type ByteOrder, ByteReader, decodeLatin1, findNul } from '@packwright/core';

/*
 * Zone header (czh). P: published measurement of a whole game, 2: two implementations agree, 1: one.
 *
 *   0x00  u16   signature 0x3854                                           2
 *   0x02  u16   version 4                                                  2
 *   0x04  u32   bytes of reference strings                                 2
 *   0x08  u32   run-time pointer                                           2
 *   0x0C  u32   number of strings                                          2
 *   0x10  16    run time                                                   2
 *   0x20  …     strings, each with a NUL, and one NUL that is not counted  2
 *
 * World zone header, 64 bytes at the next multiple of 16 (1):
 *
 *   0x00  4     SR3Z                                                       P
 *   0x04  u32   version: 29 The Third, 32 IV                               P
 *   0x0C  f32×3 offset added to every position                             P
 *   0x1C  u16   number of file references                                  P
 *   0x1E  u8    type of zone                                               P
 *
 * File references, 14 bytes each, up to the end of the file (P): s16 x, y, z (64ths), s16 pitch, bank, heading
 * (4096ths), u16 offset of the name in the strings.
 */
const fileHeaderSize = 32;
const zoneHeaderSize = 64;
const referenceSize = 14;

/** The signature of the file header. */
export const zoneSignature = 0x3854;

/** Types of zones by number. */
const zoneTypes: readonly string[] = [
  'unknown',
  'always loaded',
  'streaming',
  'streaming always loaded',
  'test level',
  'mission',
  'activity',
  'interior',
  'interior always loaded',
  'test level always loaded',
  'mission always loaded',
  'high LOD',
];

/** A range of the file. */
export interface ZoneBlock {
  readonly offset: number;
  readonly length: number;
}

/** A placed file of a zone. */
export interface FileReference {
  readonly name: string;
  /** With the zone's offset added. */
  readonly position: readonly [number, number, number];
  /** Pitch, bank, heading. */
  readonly orientation: readonly [number, number, number];
}

/** A zone header, taken apart. */
export interface ZoneHeader {
  readonly order: ByteOrder;
  readonly version: number;
  readonly zoneVersion: number;
  readonly zoneType: string;
  readonly positionOffset: readonly [number, number, number];
  readonly strings: readonly string[];
  readonly references: readonly FileReference[];
  readonly blocks: {
    readonly fileHeader: ZoneBlock;
    readonly strings: ZoneBlock;
    readonly zoneHeader: ZoneBlock;
    readonly references: ZoneBlock;
  };
}

/** Reads a `.czh` file. Throws `ArchiveError` when it is none or ends too early. */
export function readZoneHeader(bytes: Uint8Array): ZoneHeader {
  const order = findOrder(bytes);
  const reader = new ByteReader(bytes, order).seek(2);
  const version = reader.u16();
  const stringBytes = reader.u32();
  const stringCount = reader.skip(4).u32();
  const zoneAt = alignUp(fileHeaderSize + stringBytes + 1, 16);
  if (zoneAt > bytes.length - zoneHeaderSize) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${bytes.length} bytes, expected at least ${zoneAt + zoneHeaderSize} for ${stringBytes} bytes of strings and the zone header.`,
      { offset: bytes.length },
    );
  }
  const block = bytes.subarray(fileHeaderSize, fileHeaderSize + stringBytes);
  const strings = readStrings(block, stringCount);
  checkMark(bytes, zoneAt, order);
  const zoneVersion = reader.seek(zoneAt + 4).u32();
  const positionOffset = [reader.skip(4).f32(), reader.f32(), reader.f32()] as const;
  const count = reader.skip(4).u16();
  const zoneType = reader.u8();
  const referencesAt = zoneAt + zoneHeaderSize;
  if (count * referenceSize > bytes.length - referencesAt) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${count} file references, which need ${count * referenceSize} bytes, but ${bytes.length - referencesAt} follow the zone header.`,
      { offset: zoneAt + 0x1c },
    );
  }
  reader.seek(referencesAt);
  const references = Array.from({ length: count }, () => readReference(reader, positionOffset, block));
  return {
    order,
    version,
    zoneVersion,
    zoneType: zoneTypes[zoneType] ?? String(zoneType),
    positionOffset,
    strings,
    references,
    blocks: {
      fileHeader: { offset: 0, length: fileHeaderSize },
      strings: { offset: fileHeaderSize, length: stringBytes + 1 },
      zoneHeader: { offset: zoneAt, length: zoneHeaderSize },
      references: { offset: referencesAt, length: count * referenceSize },
    },
  };
}

function findOrder(bytes: Uint8Array): ByteOrder {
  if (bytes.length < fileHeaderSize) {
    throw new ArchiveError('TRUNCATED', `Found ${bytes.length} bytes, expected at least ${fileHeaderSize}.`, {
      offset: bytes.length,
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const order of ['little', 'big'] as const) {
    if (view.getUint16(0, order === 'little') === zoneSignature) return order;
  }
  throw new ArchiveError('FORMAT_UNKNOWN', 'Found another signature, expected the 0x3854 of a zone header.', {
    offset: 0,
  });
}

/** Strings up to the end of their block; a count that exceeds them gives fewer. */
function readStrings(block: Uint8Array, count: number): readonly string[] {
  const strings: string[] = [];
  for (let at = 0; at < block.length && strings.length < count; ) {
    const end = findNul(block, at, block.length);
    strings.push(decodeLatin1(block, at, end));
    at = end + 1;
  }
  return strings;
}

function checkMark(bytes: Uint8Array, at: number, order: ByteOrder): void {
  const mark = decodeLatin1(bytes, at, at + 4);
  const expected = order === 'little' ? ['SR3Z'] : ['SR3Z', 'Z3RS'];
  if (expected.includes(mark)) return;
  throw new ArchiveError('DAMAGED', `Found ${JSON.stringify(mark)} as zone header, expected "SR3Z".`, {
    offset: at,
  });
}

function readReference(
  reader: ByteReader,
  [x, y, z]: readonly [number, number, number],
  block: Uint8Array,
): FileReference {
  const position = [reader.s16() / 64 + x, reader.s16() / 64 + y, reader.s16() / 64 + z] as const;
  const orientation = [reader.s16() / 4096, reader.s16() / 4096, reader.s16() / 4096] as const;
  const at = reader.u16();
  const name = at < block.length ? decodeLatin1(block, at, findNul(block, at, block.length)) : '';
  return { name, position, orientation };
}
