import type { DeflateFormat } from '../natives.ts';
import { inflateEngine, inflateTask, largestOutput, longestStream } from '../wasm/inflate-engine.ts';

/**
 * Inflates a stream of known size with core's engine. Gives nothing where there is none, for a stream that is too long
 * for it, and for whatever is odd about the stream: another decoder has the last word then. With `pooled`, the bytes are
 * those of the engine itself, good until the next call.
 */
export function inflateFast(
  input: Uint8Array,
  format: DeflateFormat,
  size: number,
  unfinished: boolean,
  pooled = false,
): Uint8Array | undefined {
  if (size === 0 || size > largestOutput || input.length > longestStream) return undefined;
  const engine = inflateEngine();
  if (engine === undefined) return undefined;
  const { memory, inputAt, outputAt, inflate } = engine;
  memory.set(input, inputAt);
  const wrapper = format === 'zlib' ? inflateTask.inZlib : 0;
  if (inflate(input.length, size, wrapper | (unfinished ? inflateTask.unfinished : 0)) === 0)
    return undefined;
  const end = outputAt + size;
  return pooled ? memory.subarray(outputAt, end) : memory.slice(outputAt, end);
}
