import { chunkSize } from './chunk-header.ts';

/** The x86 instruction `call` with a 32-bit target. */
const callOpcode = 0xe8;
/** The last bytes of a chunk are never looked at. */
const untouched = 10;
/** Translation stops after this many chunks (1 GiB). */
const mostChunks = 32768;

/**
 * Undoes what the encoder did to x86 code: call targets were made absolute so that equal calls look equal.
 * Works in place on the whole content, chunk by chunk.
 */
export function undoE8Translation(content: Uint8Array, translationSize: number): void {
  const end = Math.min(content.length, mostChunks * chunkSize);
  const assumed = translationSize | 0;
  for (let start = 0; start < end; start += chunkSize) {
    const chunk = content.subarray(start, Math.min(end, start + chunkSize));
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const stop = chunk.length - untouched;
    for (let at = chunk.indexOf(callOpcode); at >= 0 && at < stop; at = chunk.indexOf(callOpcode, at + 5)) {
      const target = view.getInt32(at + 1, true);
      const position = start + at;
      if (target >= -position && target < assumed) {
        view.setInt32(at + 1, target >= 0 ? target - position : target + assumed, true);
      }
    }
  }
}
