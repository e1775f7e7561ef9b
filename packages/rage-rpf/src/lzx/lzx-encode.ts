import { ByteWriter } from '@packwright/core';
import { chunkSize, makeChunkHeader } from './chunk-header.ts';

/** What Microsoft's encoder writes after the last chunk. */
const endMark = 5;
/** Block header up to the raw bytes: 28 or 27 bits in two words, then three match offsets. */
const blockHeader = 16;
const uncompressed = 3;

/**
 * Encodes without compressing: every chunk is one uncompressed LZX block. Legal for every decoder of the
 * format; untested on a console.
 */
export function encodeLzx(content: Uint8Array): Uint8Array {
  const chunks = Math.ceil(content.length / chunkSize);
  const writer = new ByteWriter('little', content.length + chunks * (5 + blockHeader) + endMark);
  for (let at = 0; at < content.length; at += chunkSize) {
    const raw = content.subarray(at, at + chunkSize);
    writer.bytes(makeChunkHeader(blockHeader + raw.length, raw.length));
    // 3 bits type, 24 bits length; in the first chunk after a 0 bit that says "no E8 translation".
    const spare = at === 0 ? 4 : 5;
    const bits = (uncompressed * 2 ** 24 + raw.length) * 2 ** spare;
    writer.u16(bits >>> 16).u16(bits & 0xffff);
    writer.u32(1).u32(1).u32(1).bytes(raw);
  }
  return writer.zeros(endMark).finish();
}
