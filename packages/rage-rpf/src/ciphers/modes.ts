import { type BlockCipher, blockLength } from './block-cipher.ts';

/** Blocks between two looks at the signal. */
const blocksPerLook = 4096;

/** Which way a cipher runs. */
export type Direction = 'decrypt' | 'encrypt';

/** Every whole block on its own; a shorter tail is left as it is. Gives new bytes. */
export function runEcb(
  cipher: BlockCipher,
  direction: Direction,
  input: Uint8Array,
  signal?: AbortSignal | undefined,
): Uint8Array {
  const output = input.slice();
  const end = output.length - (output.length % blockLength);
  for (let at = 0, block = 0; at < end; at += blockLength, block++) {
    if (block % blocksPerLook === 0) signal?.throwIfAborted();
    if (direction === 'decrypt') cipher.decryptBlock(output, at, output, at);
    else cipher.encryptBlock(output, at, output, at);
  }
  return output;
}

/**
 * Whole blocks of some ranges (start, end, start, end, …), each chained to the encrypted block before it, across
 * ranges too. Gives new bytes.
 */
export function runCbc(
  cipher: BlockCipher,
  direction: Direction,
  input: Uint8Array,
  iv: Uint8Array,
  ranges: readonly number[],
  signal?: AbortSignal | undefined,
): Uint8Array {
  const output = input.slice();
  const previous = iv.slice(0, blockLength);
  let block = 0;
  for (let range = 0; range < ranges.length; range += 2) {
    const start = ranges[range] ?? 0;
    const end = Math.min(ranges[range + 1] ?? 0, input.length);
    for (let at = start; at <= end - blockLength; at += blockLength, block++) {
      if (block % blocksPerLook === 0) signal?.throwIfAborted();
      if (direction === 'decrypt') {
        cipher.decryptBlock(input, at, output, at);
        addBlock(output, at, previous);
        previous.set(input.subarray(at, at + blockLength));
      } else {
        addBlock(output, at, previous);
        cipher.encryptBlock(output, at, output, at);
        previous.set(output.subarray(at, at + blockLength));
      }
    }
  }
  return output;
}

function addBlock(bytes: Uint8Array, at: number, previous: Uint8Array): void {
  for (let i = 0; i < blockLength; i++) bytes[at + i] = (bytes[at + i] ?? 0) ^ (previous[i] ?? 0);
}
