import { deflateModule } from './deflate-module.ts';

/** Bytes before a segment that its matches may reach back to. */
export const windowLength = 32768;
/** Plain bytes that are compressed at a time: how much of a stream is held, and part of what decides its bytes. */
export const segmentLength: number = 2 ** 20;

/** The longest stream that is inflated, and the most that it may give. */
export const longestStream: number = 2 * 2 ** 20;
export const largestOutput: number = 4 * 2 ** 20;

/** What the memory of an engine comes to, rounded up; whoever starts threads that deflate draws it for each. */
export const engineLength: number = 7 * 2 ** 20;

/** What `deflate` shall do, as sums of these. */
export const deflateTask = { inZlib: 1, isFirst: 2, goesOn: 4, sync: 8, finish: 16 } as const;

/** What `inflate` shall do, as sums of these. */
export const inflateTask = { inZlib: 1, unfinished: 2 } as const;

/**
 * Deflate and inflate, compiled from C. One for each thread, with less than 7 MiB of memory that never grows, most of it
 * untouched until data is that long. What is in it between two calls is nobody's, but for what the match finder knows
 * of its last user.
 */
export interface DeflateEngine {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Where the memory has the input, the output, and what a stream carries over to its next segment. */
  readonly inputAt: number;
  readonly outputAt: number;
  readonly carry: DataView;
  /** Compresses a segment and gives the number of bytes in the output. */
  readonly deflate: (history: number, length: number, level: number, task: number) => number;
  /** Tells whether a stream gives exactly `size` bytes, and has them in the output then. Never traps. */
  readonly inflate: (length: number, size: number, task: number) => number;
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
  try {
    const bytes = Uint8Array.from(atob(deflateModule), (character) => character.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const { buffer } = exports.memory as WebAssembly.Memory;
    const addressOf = (name: string): number => (exports[name] as WebAssembly.Global).value as number;
    return {
      memory: new Uint8Array(buffer),
      inputAt: addressOf('input'),
      outputAt: addressOf('output'),
      carry: new DataView(buffer, addressOf('carry'), 12),
      deflate: exports.deflate as DeflateEngine['deflate'],
      inflate: exports.inflate as DeflateEngine['inflate'],
      user: undefined,
    };
  } catch {
    // A page may forbid it, and a system may have no room left for its memory: others do the work then.
    return undefined;
  }
}
