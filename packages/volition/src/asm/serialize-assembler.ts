import { ArchiveError, ByteWriter, encodeLatin1 } from '@packwright/core';
import {
  type AssemblerContainer,
  type AssemblerPrimitive,
  type AssemblerType,
  type AssetAssembler,
  writableAssemblers,
} from './asset-assembler.ts';
import { assemblerMagic } from './parse-assembler.ts';

/** The bytes of an asm file of version 5, 11 or 12. */
export function serializeAssembler(assembler: AssetAssembler): Uint8Array {
  const { version, order, types, containers, trailing } = assembler;
  requireWritable(assembler);
  const writer = new ByteWriter(order, 4096);
  writer.u32(assemblerMagic).u16(version).u16(checkShort(containers.length, 'containers'));
  for (const table of [types?.allocators, types?.primitives, types?.containers]) {
    if (version >= 8) writeTypes(writer, table ?? []);
  }
  for (const container of containers) {
    if (version === 5) writeCountedContainer(writer, container);
    else writePairedContainer(writer, container, version);
  }
  return writer.bytes(trailing).finish();
}

/** Throws `WRITE_REFUSED` for versions that are only read. */
export function requireWritable({ version }: Pick<AssetAssembler, 'version'>): void {
  if (writableAssemblers.includes(version)) return;
  throw new ArchiveError(
    'WRITE_REFUSED',
    `Asm files of version ${version} are only read, expected version ${writableAssemblers.join(', ')}.`,
  );
}

function writeTypes(writer: ByteWriter, types: readonly AssemblerType[]): void {
  writer.u32(types.length);
  for (const { name, id } of types) writeString(writer, name).u8(id);
}

function writeHead(writer: ByteWriter, container: AssemblerContainer): void {
  const { name, type, flags, primitives, dataOffset } = container;
  // The count is signed in the engine.
  const count = checkShort(primitives.length, 'primitives', 0x7fff);
  writeString(writer, name).u8(type).u16(flags).u16(count).u32(dataOffset);
}

function writeCountedContainer(writer: ByteWriter, container: AssemblerContainer): void {
  writeHead(writer, container);
  writer.u32(container.sizes.length).u32(container.compressedSize);
  for (const size of container.sizes) writer.u32(size);
  for (const primitive of container.primitives) writePrimitive(writer, primitive);
}

function writePairedContainer(writer: ByteWriter, container: AssemblerContainer, version: number): void {
  writeHead(writer, container);
  const { compressionType, parent, auxiliary } = container;
  if (version >= 12) writer.u8(compressionType ?? 9);
  writeString(writer, parent ?? '');
  writer.u32(auxiliary?.length ?? 0).bytes(auxiliary ?? new Uint8Array(0));
  writer.u32(container.compressedSize);
  for (const size of container.sizes) writer.u32(size);
  for (const primitive of container.primitives) {
    writePrimitive(writer, primitive).u8(primitive.allocationGroup ?? 255);
  }
}

function writePrimitive(writer: ByteWriter, primitive: AssemblerPrimitive): ByteWriter {
  const { name, type, allocator, flags, splitExtension, cpuSize, gpuSize } = primitive;
  return writeString(writer, name)
    .u8(type)
    .u8(allocator)
    .u8(flags)
    .u8(splitExtension)
    .u32(cpuSize)
    .u32(gpuSize);
}

function writeString(writer: ByteWriter, text: string): ByteWriter {
  const bytes = encodeLatin1(text);
  return writer.u16(checkShort(bytes.length, 'bytes in a name')).bytes(bytes);
}

function checkShort(count: number, what: string, most = 0xffff): number {
  if (count <= most) return count;
  throw new ArchiveError('WRITE_REFUSED', `Found ${count} ${what}, an asm file stores at most ${most}.`);
}
