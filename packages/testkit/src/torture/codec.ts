import type { Awaitable } from '@packwright/core';
import {
  ArchiveError,
  alignUp,
  type Codec,
  type CodecContext,
  type CodecStep,
  chain,
} from '@packwright/core';
import { sealCodec, sealKey } from './layout.ts';

const sizeLength = 4;
const blockLength = 8;
const keyLength = 16;
const rounds = 4;

/**
 * A cipher for tests, not for secrets: the plain size as u32, then blocks of 8 bytes through a Feistel network of
 * four rounds, one word of the key for each. The last block is filled with zeros.
 */
export const seal: Codec = {
  id: sealCodec,
  maxRatio: 1,
  measure: {
    head: sizeLength,
    size: (head, length) => (head.length < sizeLength ? undefined : readSize(head, length)),
  },
  decode: (input, step, size, context) =>
    chain(roundKeys(step, context), (keys) => {
      const found = readSize(input, input.length);
      if (size !== undefined && size !== found) {
        throw new ArchiveError('SIZE_MISMATCH', `Found the sealed size ${found}, expected ${size}.`);
      }
      const blocks = input.slice(sizeLength, sizeLength + alignUp(found, blockLength));
      transform(blocks, keys, 'decode');
      return blocks.subarray(0, found);
    }),
  encode: (input, step, context) =>
    chain(roundKeys(step, context), (keys) => {
      const output = new Uint8Array(sizeLength + alignUp(input.length, blockLength));
      new DataView(output.buffer).setUint32(0, input.length, true);
      output.set(input, sizeLength);
      transform(output.subarray(sizeLength), keys, 'encode');
      return output;
    }),
};

function readSize(head: Uint8Array, length: number): number {
  if (head.length < sizeLength) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${head.length} sealed bytes, expected at least ${sizeLength}.`,
    );
  }
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
  if (alignUp(size, blockLength) > length - sizeLength) {
    throw new ArchiveError(
      'DAMAGED',
      `Found the sealed size ${size}, expected at most ${Math.max(0, length - sizeLength)}.`,
    );
  }
  return size;
}

function roundKeys(step: CodecStep, context: CodecContext): Awaitable<Uint32Array> {
  const id = step.key ?? sealKey;
  return chain(context.keys.get(id), (key) => {
    if (key === undefined) {
      throw new ArchiveError('KEY_MISSING', `The key "${id}" is needed and not given.`, {
        help: 'Give any 16 bytes; the archive must have been made with the same.',
      });
    }
    if (key.length !== keyLength) {
      throw new ArchiveError('KEY_WRONG', `The key "${id}" has ${key.length} bytes, expected ${keyLength}.`);
    }
    const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
    return Uint32Array.from({ length: rounds }, (_, round) => view.getUint32(round * 4, true));
  });
}

/** Works in place on whole blocks. */
function transform(blocks: Uint8Array, keys: Uint32Array, direction: 'encode' | 'decode'): void {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  const order = direction === 'encode' ? [0, 1, 2, 3] : [3, 2, 1, 0];
  for (let at = 0; at < blocks.length; at += blockLength) {
    let left = view.getUint32(at, true);
    let right = view.getUint32(at + 4, true);
    for (const round of order) [left, right] = [right, left ^ mix(right, keys[round] ?? 0)];
    view.setUint32(at, right, true);
    view.setUint32(at + 4, left, true);
  }
}

function mix(half: number, key: number): number {
  const product = Math.imul(half ^ key, 0x9e3779b1);
  return (product << 13) | (product >>> 19);
}
