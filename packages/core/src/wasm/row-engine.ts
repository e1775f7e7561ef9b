import { inflateModule } from './inflate-module.ts';
import { instantiate } from './instantiate.ts';

/** Most rows of one call. */
export const mostRows = 64;
/** Numbers of a row. */
export const rowNumbers = 11;
/** Where a row has which number; `prefix` has two. All are written by the caller but for `file`, the address it lies at. */
export const rowField = {
  at: 0,
  length: 1,
  head: 2,
  size: 3,
  task: 4,
  check: 5,
  prefix: 6,
  prefixLength: 8,
  expected: 9,
  file: 10,
} as const;
/** How a file is made, besides `inflateTask`: the stored bytes are the file. */
export const plainTask = 4;
/** What a checksum covers. */
export const rowCheck = { nothing: 0, stored: 1, content: 2 } as const;

/**
 * Inflates and checks many small streams in one call. Files are good until the next one. It has the memory of an
 * inflate engine, but is another one: its window must stay what it is while single streams are inflated.
 */
export interface RowEngine {
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Where callers put stored bytes; `at` of a row is a place in it. */
  readonly window: Uint8Array<ArrayBuffer>;
  /** Room for `mostRows` rows. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** Sets the reflected polynomial of the checksums. */
  readonly setPolynomial: (polynomial: number) => void;
  /** Makes the files of the first `count` rows as far as they fit; gives how many rows it got through. */
  readonly makeFiles: (count: number) => number;
}

const windowLength = 2 * 2 ** 20;

/** An engine that nobody uses: jobs follow each other. */
let spare: RowEngine | undefined;

/** An engine, which the caller gives back; nothing where WebAssembly is missing or forbidden. */
export function takeRowEngine(): RowEngine | undefined {
  const engine = spare ?? makeEngine();
  spare = undefined;
  return engine;
}

/** Gives an engine back. */
export function returnRowEngine(engine: RowEngine): void {
  spare = engine;
}

function makeEngine(): RowEngine | undefined {
  const module = instantiate(inflateModule);
  if (module === undefined) return undefined;
  const { memory, exports, addressOf } = module;
  const windowAt = addressOf('input');
  return {
    memory,
    window: memory.subarray(windowAt, windowAt + windowLength),
    rows: new Uint32Array(memory.buffer, addressOf('rows'), mostRows * rowNumbers),
    setPolynomial: exports.set_polynomial as RowEngine['setPolynomial'],
    makeFiles: exports.make_files as RowEngine['makeFiles'],
  };
}
