import { deflateModule } from './deflate-module.ts';
import { instantiate } from './instantiate.ts';

/** Bytes before a segment that its matches may reach back to. */
export const windowLength = 32768;
/** Plain bytes that are compressed at a time: how much of a stream is held, and part of what decides its bytes. */
export const segmentLength: number = 2 ** 20;

/** What the memory of an engine comes to, rounded up; whoever starts threads that deflate draws it for each. */
export const engineLength: number = 4 * 2 ** 20;

/** What `deflate` shall do, as sums of these. */
export const deflateTask = { inZlib: 1, isFirst: 2, goesOn: 4, sync: 8, finish: 16 } as const;

/**
 * Deflate, compiled from C. One for each thread, with less than 4 MiB of memory that never grows, most of it untouched
 * until data is that long. What is in it between two calls is nobody's, but for what the match finder knows of its last
 * user.
 */
export interface DeflateEngine {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Where the memory has the input, the output, and what a stream carries over to its next segment. */
  readonly inputAt: number;
  readonly outputAt: number;
  readonly carry: DataView;
  /** Compresses a segment and gives the number of bytes in the output. */
  readonly deflate: (history: number, length: number, level: number, task: number) => number;
  /** The stream whose segment was compressed last. */
  user: object | undefined;
}

let engine: DeflateEngine | 'none' | undefined;

/** The engine of this thread, made at its first use; nothing where WebAssembly is missing or forbidden. */
export function deflateEngine(): DeflateEngine | undefined {
  engine ??= makeEngine() ?? 'none';
  return engine === 'none' ? undefined : engine;
}

function makeEngine(): DeflateEngine | undefined {
  const module = instantiate(deflateModule);
  return (
    module && {
      memory: module.memory,
      inputAt: module.addressOf('input'),
      outputAt: module.addressOf('output'),
      carry: new DataView(module.memory.buffer, module.addressOf('carry'), 12),
      deflate: module.exports.deflate as DeflateEngine['deflate'],
      user: undefined,
    }
  );
}
