import {
  type Codec,
  type CodecRegistry,
  type CodecStep,
  crcPolynomials,
  deflateRaw,
  type Framing,
  inflateTask,
  mostRows,
  plainTask,
  type RowEngine,
  returnRowEngine,
  rowCheck,
  rowField,
  rowNumbers,
  takeRowEngine,
  zlib,
} from '@packwright/core';
import type { EntryColumns } from './entry-columns.ts';
import type { EntryJob } from './entry-job.ts';

/** Fewer encoded bytes than this are inflated before an engine for many rows is compiled. */
const worthwhile = 2 ** 20;

/** How the stored bytes of a row become its file. */
interface Way {
  readonly task: number;
  readonly maxRatio: number;
  readonly framing: Framing | undefined;
}

/**
 * Decodes and checks rows many at a time, in one call into WebAssembly: in a short run, JavaScript that runs for each
 * row costs more than inflating it. It takes rows that are deflated or lie as they are, and whose checksum is a CRC of
 * 32 bits. All others, and those that do not come out right, are for `QuickRows` and core.
 */
export class RowBatch {
  /** What the stored bytes are read into. */
  readonly window: Uint8Array<ArrayBuffer>;
  /** Where files lie. */
  readonly memory: Uint8Array<ArrayBuffer>;
  readonly #engine: RowEngine;
  readonly #view: DataView;
  readonly #columns: EntryColumns;
  readonly #prefixes: Uint32Array;
  readonly #ways: readonly (Way | undefined)[];
  /** By the number of their kind: see `rowCheck`; nothing for what the engine cannot check. */
  readonly #checks: readonly (number | undefined)[];
  readonly #most: number;

  /** For a job that is large enough; under `strict` more is checked than an engine can. */
  static open(job: EntryJob, codecs: CodecRegistry): RowBatch | undefined {
    if (job.strict || !isWorthwhile(job.columns)) return undefined;
    const engine = takeRowEngine();
    return engine && new RowBatch(engine, job, codecs);
  }

  private constructor(engine: RowEngine, { columns, limits, windowLength }: EntryJob, codecs: CodecRegistry) {
    this.#engine = engine;
    this.memory = engine.memory;
    this.window = engine.window.subarray(0, windowLength);
    this.#view = new DataView(this.window.buffer, this.window.byteOffset, this.window.length);
    this.#columns = columns;
    this.#prefixes = new Uint32Array(columns.prefixes.buffer);
    this.#ways = columns.stepLists.map((steps) => wayOf(steps, codecs, limits.ratio));
    const known = columns.checksumKinds.find(({ algorithm }) => Object.hasOwn(crcPolynomials, algorithm));
    engine.setPolynomial(crcPolynomials[known?.algorithm ?? ''] ?? 0);
    this.#checks = columns.checksumKinds.map((kind) =>
      kind.algorithm === known?.algorithm && !kind.isWide ? checkOf(kind.over) : undefined,
    );
    this.#most = Math.min(limits.entrySize, limits.memory);
  }

  /** Leaves the engine to the next batch. */
  close(): void {
    returnRowEngine(this.#engine);
  }

  /**
   * Makes the files of the rows from `first` on, up to `end` or one that it does not take; their stored bytes lie in
   * the window, which begins at `start` of the archive and has bytes up to `loaded`. Gives how many rows it made.
   */
  make(first: number, end: number, start: number, loaded: number): number {
    let count = 0;
    const last = Math.min(end, first + mostRows);
    for (let row = first; row < last && this.#put(row, count, start, loaded); row++) count++;
    return count === 0 ? 0 : this.#engine.makeFiles(count);
  }

  /** Where the file of a row that was made lies in `memory`, by its number since `first`; 0 where something is odd. */
  fileAt(number: number): number {
    return this.#engine.rows[number * rowNumbers + rowField.file] as number;
  }

  /** Its length. */
  fileLength(number: number): number {
    return this.#engine.rows[number * rowNumbers + rowField.size] as number;
  }

  /** Writes a row for the engine; false for one that it cannot make. */
  #put(row: number, number: number, start: number, loaded: number): boolean {
    const { offset, stored, size, steps, checksum, checksumLow, checksumKinds, special } = this.#columns;
    const length = stored[row] as number;
    const at = (offset[row] as number) - start;
    if (!(length > 0 && at >= 0 && at + length <= loaded - start) || (special.size > 0 && special.has(row)))
      return false;
    const kind = checksum[row] as number;
    const check = kind < 0 ? rowCheck.nothing : this.#checks[kind];
    const way = (steps[row] as number) < 0 ? plain : this.#ways[steps[row] as number];
    if (way === undefined || check === undefined) return false;
    const { framing, task, maxRatio } = way;
    const declared = size[row] as number;
    let head = 0;
    let expected = declared;
    if (framing !== undefined) {
      head = framing.length;
      if (length < head || this.#view.getUint32(at) !== framing.magic) return false;
      expected = this.#view.getUint32(at + framing.sizeAt);
      if (declared >= 0 && declared !== expected) return false;
    }
    if (expected < 0 || expected > this.#most || expected > length * maxRatio) return false;
    const { rows } = this.#engine;
    const to = number * rowNumbers;
    rows[to + rowField.at] = at;
    rows[to + rowField.length] = length;
    rows[to + rowField.head] = head;
    rows[to + rowField.size] = expected;
    rows[to + rowField.task] = task;
    rows[to + rowField.check] = check;
    if (check === rowCheck.nothing) return true;
    const prefixLength = checksumKinds[kind]?.prefixLength ?? 0;
    if (prefixLength > 0) {
      rows[to + rowField.prefix] = this.#prefixes[row * 2] as number;
      rows[to + rowField.prefix + 1] = this.#prefixes[row * 2 + 1] as number;
    }
    rows[to + rowField.prefixLength] = prefixLength;
    rows[to + rowField.expected] = checksumLow[row] as number;
    return true;
  }
}

const plain: Way = { task: plainTask, maxRatio: 1, framing: undefined };

/** Whether rows have enough encoded bytes. */
function isWorthwhile({ length, steps, stored }: EntryColumns): boolean {
  let bytes = 0;
  for (let row = 0; row < length && bytes < worthwhile; row++)
    if ((steps[row] as number) >= 0) bytes += stored[row] as number;
  return bytes >= worthwhile;
}

function checkOf(over: string): number | undefined {
  if (over === 'stored') return rowCheck.stored;
  return over === 'content' ? rowCheck.content : undefined;
}

/** Whether a head has room for what it is said to have. */
function isSound({ length, magic, sizeAt }: Framing): boolean {
  return magic === magic >>> 0 && length === length >>> 0 && sizeAt === sizeAt >>> 0 && sizeAt + 4 <= length;
}

/** A way for steps that come to one of core's own inflates. */
function wayOf(steps: readonly CodecStep[], codecs: CodecRegistry, ratio: number): Way | undefined {
  const [step, ...more] = steps;
  if (step === undefined || more.length > 0 || !codecs.has(step.codec)) return undefined;
  const codec = codecs.get(step.codec);
  const { framing, maxRatio = ratio } = codec;
  if (framing !== undefined && !isSound(framing)) return undefined;
  const inner = framing === undefined ? codec : codecs.has(framing.codec) && codecs.get(framing.codec);
  const task = inner ? taskOf(inner, step) : undefined;
  return task === undefined ? undefined : { task, maxRatio, framing };
}

/** By identity: a codec that the caller plugged in under a known id is another one. */
function taskOf(codec: Codec, step: CodecStep): number | undefined {
  if (codec === deflateRaw) return 0;
  if (codec !== zlib) return undefined;
  return inflateTask.inZlib | (step.unfinished === true ? inflateTask.unfinished : 0);
}
