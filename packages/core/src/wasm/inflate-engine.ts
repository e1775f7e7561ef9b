import { inflateModule } from './inflate-module.ts';
import { instantiate } from './instantiate.ts';

/** The longest stream that is inflated, and the most that it may give. */
export const longestStream: number = 2 * 2 ** 20;
export const largestOutput: number = 4 * 2 ** 20;

/** What `inflate` shall do, as sums of these. */
export const inflateTask = { inZlib: 1, unfinished: 2 } as const;

/**
 * Inflate, compiled from C. One for each thread, with less than 7 MiB of memory that never grows, most of it untouched
 * until data is that long. What is in its output is good until the next call.
 */
export interface InflateEngine {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Where the memory has the stream and what it gives. */
  readonly inputAt: number;
  readonly outputAt: number;
  /**
   * Tells whether a stream gives exactly `size` bytes, and has them in the output then. Never traps, and leaves the
   * stream as it is.
   */
  readonly inflate: (length: number, size: number, task: number) => number;
}

let engine: InflateEngine | 'none' | undefined;

/** The engine of this thread, made at its first use; nothing where WebAssembly is missing or forbidden. */
export function inflateEngine(): InflateEngine | undefined {
  engine ??= makeEngine() ?? 'none';
  return engine === 'none' ? undefined : engine;
}

function makeEngine(): InflateEngine | undefined {
  const module = instantiate(inflateModule);
  return (
    module && {
      memory: module.memory,
      inputAt: module.addressOf('input'),
      outputAt: module.addressOf('output'),
      inflate: module.exports.inflate as InflateEngine['inflate'],
    }
  );
}
