import { ArchiveError, type Codec, hexNumber } from '@packwright/core';
import { createFramedCodec } from './framed-codec.ts';
import { decodeLz4Block } from './lz4-block.ts';

/*
 * u32 0x0FEEDBEE, u32 0x00BADBEE, u32 stored length, u32 plain length, then an LZ4 block; repeated until the file is
 * complete. Little endian; at most 32 MiB in a block (one implementation).
 */
const firstMark = 0x0feedbee;
const secondMark = 0x00badbee;
const largestBlock = 32 * 2 ** 20;
/** What LZ4 makes at worst of a block that cannot be compressed. */
const largestStored = largestBlock + largestBlock / 255 + 16;

/** The LZ4 blocks of Saints Row: The Third Remastered. */
export const lz4Frames: Codec = createFramedCodec({
  id: 'saints-row-vpp/lz4-frames',
  maxRatio: 255,
  headLength: 16,
  readHead(head) {
    const [first, second] = [head.getUint32(0, true), head.getUint32(4, true)];
    const [stored, plain] = [head.getUint32(8, true), head.getUint32(12, true)];
    if (first !== firstMark || second !== secondMark) {
      throw new ArchiveError(
        'DAMAGED',
        `Found ${hexNumber(first)} ${hexNumber(second)} where a frame begins, expected ${hexNumber(firstMark)} ${hexNumber(secondMark)}.`,
      );
    }
    if (plain <= largestBlock && stored <= largestStored) return { stored, plain };
    throw new ArchiveError(
      'DAMAGED',
      `Found a frame of ${stored} stored and ${plain} plain bytes, expected at most ${largestBlock} plain ones.`,
    );
  },
  decodeBlock: decodeLz4Block,
});
