import { ArchiveError, type Codec } from '@packwright/core';
import { createFramedCodec } from './framed-codec.ts';

/* u16 stored length, u16 0, u32 plain length (at most 65536), raw deflate; back to back. Big endian. */
const headLength = 8;
const largestChunk = 65536;

/** The chunks that the PlayStation 3 inflates on its side processors. */
export const ps3Chunks: Codec = createFramedCodec({
  id: 'saints-row-vpp/ps3-chunks',
  maxRatio: 1040,
  headLength,
  readHead(head) {
    const [stored, zero, plain] = [head.getUint16(0), head.getUint16(2), head.getUint32(4)];
    if (zero === 0 && plain <= largestChunk) return { stored, plain };
    throw new ArchiveError(
      'DAMAGED',
      `Found a chunk of ${plain} bytes with ${zero} in its head, expected at most ${largestChunk} and 0.`,
    );
  },
  decodeBlock(input, plain, context) {
    const step = { codec: 'deflate-raw', unfinished: true };
    return context.codec(step.codec).decode(input, step, plain, context);
  },
});

/** Whether data can begin with a chunk of an entry of `size` bytes. */
export function isChunkHead(head: Uint8Array, size: number): boolean {
  if (head.length < headLength) return false;
  const view = new DataView(head.buffer, head.byteOffset, headLength);
  const plain = view.getUint32(4);
  return view.getUint16(2) === 0 && plain > 0 && plain <= Math.min(largestChunk, size);
}
