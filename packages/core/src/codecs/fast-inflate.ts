import type { DeflateFormat } from '../natives.ts';
import { inflateEngine, inflateTask, largestOutput, longestStream } from '../wasm/inflate-engine.ts';

/**
 * Inflates a stream of known size with core's engine. Gives nothing where there is none, for a stream that is too long
 * for it, and for whatever is odd about the stream: another decoder has the last word then.
 */
export function inflateFast(
  input: Uint8Array,
  format: DeflateFormat,
  size: number,
  unfinished: boolean,
): Uint8Array | undefined {
  if (size === 0 || size > largestOutput || input.length > longestStream) return undefined;
  const engine = inflateEngine();
  if (engine === undefined) return undefined;
  const { memory, inputAt, outputAt, inflate } = engine;
  memory.set(input, inputAt);
  const wrapper = format === 'zlib' ? inflateTask.inZlib : 0;
  if (inflate(input.length, size, wrapper | (unfinished ? inflateTask.unfinished : 0)) === 0)
    return undefined;
  return memory.slice(outputAt, outputAt + size);
}
