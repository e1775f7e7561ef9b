import { ArchiveError, type ByteOrder, ByteReader, decodeLatin1, hexNumber } from '@packwright/core';
import {
  type AssemblerContainer,
  type AssemblerFeatures,
  type AssemblerPrimitive,
  type AssemblerType,
  type AssetAssembler,
  assemblerFeatures,
  containerFlags,
} from './asset-assembler.ts';

/** The first word of every asm file, 0xBEEFFEED. */
export const assemblerMagic = 0xbeeffeed;

/*
 * Strings are a u16 length and that many bytes. R: measured, P: published measurement of a whole game, 1: one source.
 *
 * header     u32 magic, u16 version, u16 containers                                                          R
 * from 8 on  three tables (allocators, primitive types, container types): u32 n, n × (string name, u8 id)    P
 * container  string name; u8 type; u16 flags; primitives (u16, from 8 on s16); u32 data offset              R
 *            version 5: u32 sizes; u32 compressed size; s32 × sizes                                          R
 *            from 12 on u8 compression type; from 10 on string parent; u32 n, n bytes;                       P
 *            version 8 u32 (1); s32 compressed size; primitives × (u32 cpu, u32 gpu)                         P
 * primitive  string name; u8 type, allocator, flags, extension index; u32 cpu, gpu; from 8 on u8 group       R, P
 */

/** An asm file taken apart, with the range of each container's record. */
export interface ParsedAssembler {
  readonly assembler: AssetAssembler;
  readonly records: readonly { readonly offset: number; readonly length: number }[];
  /** Where the containers begin, behind header and type tables. */
  readonly recordsOffset: number;
}

/** Byte order and version of an asm file, told by its first bytes. */
export function readAssemblerSignature(
  head: Uint8Array,
): { readonly order: ByteOrder; readonly version: number } | undefined {
  if (head.length < 8) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, 8);
  for (const order of ['little', 'big'] as const) {
    if (view.getUint32(0, order === 'little') === assemblerMagic) {
      return { order, version: view.getUint16(4, order === 'little') };
    }
  }
  return undefined;
}

/** Reads an asm file. Throws `ArchiveError` when it is none, of an unknown version, or ends too early. */
export function parseAssembler(bytes: Uint8Array): ParsedAssembler {
  const signature = readAssemblerSignature(bytes);
  if (signature === undefined) {
    const found = bytes.length < 8 ? `${bytes.length} bytes` : 'another magic';
    throw new ArchiveError(
      'FORMAT_UNKNOWN',
      `Found ${found}, expected an asm file that begins with ${hexNumber(assemblerMagic)}.`,
      { offset: 0 },
    );
  }
  const { order, version } = signature;
  const features = assemblerFeatures(version);
  if (features === undefined) {
    throw new ArchiveError(
      'VARIANT_UNSUPPORTED',
      `Found an asm file of version ${version}, expected 5 or 8 to 12.`,
      { offset: 4 },
    );
  }
  const reader = new ByteReader(bytes, order).seek(6);
  const count = reader.u16();
  const types = features.hasTypes
    ? { allocators: readTypes(reader), primitives: readTypes(reader), containers: readTypes(reader) }
    : undefined;
  const recordsOffset = reader.at;
  const containers: AssemblerContainer[] = [];
  const records: { offset: number; length: number }[] = [];
  for (let container = 0; container < count; container++) {
    const offset = reader.at;
    containers.push(readContainer(reader, features));
    records.push({ offset, length: reader.at - offset });
  }
  const trailing = reader.take(reader.remaining);
  return { assembler: { version, order, types, containers, trailing }, records, recordsOffset };
}

function readTypes(reader: ByteReader): readonly AssemblerType[] {
  const count = readCount(reader, reader.u32(), 3, 'types');
  return Array.from({ length: count }, () => ({ name: readString(reader), id: reader.u8() }));
}

function readContainer(reader: ByteReader, features: AssemblerFeatures): AssemblerContainer {
  const name = readString(reader);
  const type = reader.u8();
  const flags = reader.u16();
  const count = readCount(reader, features.countsSizes ? reader.u16() : reader.s16(), 14, 'primitives');
  const dataOffset = reader.u32();
  if (features.countsSizes) {
    const sizeCount = readCount(reader, reader.u32(), 4, 'sizes');
    const compressedSize = reader.u32();
    const sizes = readWords(reader, sizeCount);
    const primitives = readPrimitives(reader, count, features);
    return { ...absent, name, type, flags, dataOffset, compressedSize, sizes, primitives };
  }
  const compressionType = features.hasCompressionType ? reader.u8() : undefined;
  const parent = features.hasParent ? readString(reader) : undefined;
  const auxiliary = reader.take(reader.u32());
  const unknownBeforeSize = features.hasUnknownBeforeSize ? reader.u32() : undefined;
  const compressedSize = reader.u32();
  const hasSizes = features.alwaysSizes || (flags & containerFlags.hasSizes) !== 0;
  const sizes = hasSizes ? readWords(reader, readCount(reader, count * 2, 4, 'sizes')) : [];
  const primitives = readPrimitives(reader, count, features);
  return {
    name,
    type,
    flags,
    dataOffset,
    compressionType,
    parent,
    auxiliary,
    unknownBeforeSize,
    compressedSize,
    sizes,
    primitives,
  };
}

const absent = {
  compressionType: undefined,
  parent: undefined,
  auxiliary: undefined,
  unknownBeforeSize: undefined,
};

function readPrimitives(
  reader: ByteReader,
  count: number,
  features: AssemblerFeatures,
): readonly AssemblerPrimitive[] {
  return Array.from({ length: count }, () => ({
    name: readString(reader),
    type: reader.u8(),
    allocator: reader.u8(),
    flags: reader.u8(),
    splitExtension: reader.u8(),
    cpuSize: reader.u32(),
    gpuSize: reader.u32(),
    allocationGroup: features.hasTypes ? reader.u8() : undefined,
  }));
}

function readString(reader: ByteReader): string {
  return decodeLatin1(reader.take(reader.u16()));
}

function readWords(reader: ByteReader, count: number): readonly number[] {
  return Array.from({ length: count }, () => reader.u32());
}

/** Refuses counts that the bytes left cannot hold, before anything is made. */
function readCount(reader: ByteReader, count: number, each: number, what: string): number {
  if (count >= 0 && count * each <= reader.remaining) return count;
  throw new ArchiveError(
    'DAMAGED',
    `Found ${count} ${what}, but the ${reader.remaining} bytes left have room for ${Math.floor(reader.remaining / each)}.`,
    { offset: reader.base + reader.at },
  );
}
