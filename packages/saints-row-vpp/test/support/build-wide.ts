import { ByteWriter } from '@packwright/core';

/** A file of the remastered game's archives: as it is, or as LZ4 blocks of the given stored and plain bytes. */
export interface WideFile {
  readonly name: string;
  readonly size: number;
  readonly stored: Uint8Array;
  readonly isCompressed: boolean;
}

const allOnes = 0xffff_ffff_ffff_ffffn;

/** Puts LZ4 blocks into the game's frames. */
export function frameBlocks(
  blocks: readonly { readonly block: Uint8Array; readonly size: number }[],
): Uint8Array {
  const writer = new ByteWriter('little');
  for (const { block, size } of blocks) {
    writer.u32(0x0feedbee).u32(0x00badbee).u32(block.length).u32(size).bytes(block);
  }
  return writer.finish();
}

/** Builds a 64-bit version 6 archive by its description. */
export function buildWide(flags: number, files: readonly WideFile[]): Uint8Array {
  const isCompressed = (flags & 1) !== 0;
  const isCondensed = (flags & 2) !== 0;
  const slot = isCondensed ? 1 : 0x1000;
  const names = new ByteWriter('little');
  const nameOffsets = files.map(({ name }) => {
    const at = names.length;
    names.text(name).zeros(1);
    return at;
  });
  const directory = new ByteWriter('little');
  const data = new ByteWriter('little');
  let start = 0;
  for (const [number, file] of files.entries()) {
    data.align(slot).bytes(file.stored);
    const stored = file.isCompressed ? file.stored.length : allOnes;
    directory
      .u64(nameOffsets[number] ?? 0)
      .u64(0)
      .u64(start)
      .u64(file.size)
      .u64(stored)
      .u64(0);
    start = Math.ceil((start + file.size) / slot) * slot;
  }
  const body = new ByteWriter('little').bytes(directory.finish()).align(0x1000).bytes(names.finish());
  body.align(0x1000).bytes(data.finish());
  const header = new ByteWriter('little').u32(0x51890ace).u32(6).zeros(0x144).u32(flags).u64(0);
  header
    .u64(files.length)
    .u64(0x1000 + body.length)
    .u64(directory.length)
    .u64(names.length);
  header
    .u64(start)
    .u64(isCompressed ? data.length : allOnes)
    .align(0x1000);
  return header.bytes(body.finish()).finish();
}
