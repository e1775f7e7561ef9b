import {
  type Archive,
  ArchiveError,
  type Awaitable,
  type Codec,
  CodecRegistry,
  type Entry,
  type Finding,
} from '@packwright/core';
import { importCodecs } from '../discovery/discovered-format.ts';
import { FileSource } from '../files/file-source.ts';
import { runEnd } from './batches.ts';
import { columnArchive } from './column-archive.ts';
import { isPlain } from './entry-columns.ts';
import type { EntryJob, RowFailure } from './entry-job.ts';
import { isFatal } from './fatal-error.ts';
import { toPlainError } from './plain-error.ts';
import { QuickRows } from './quick-rows.ts';
import { RowBatch } from './row-batch.ts';
import { RunSource } from './run-source.ts';
import { SharedState } from './shared-state.ts';
import { checkTotal } from './total-limit.ts';

/** What one thread found out about its share of the entries. */
export interface EntriesResult {
  readonly failures: readonly RowFailure[];
  /** `entry` is a row of the job. */
  readonly findings: readonly Finding[];
}

/** What is done with entries. Both throw what is wrong with one. */
export interface EntryHandler {
  /** Whether `file` may be asked to take the file of a row: what it does not take need not be decoded for it. */
  takes(row: number): boolean;
  /** Gives the bytes that an entry came to. */
  entry(row: number, entry: Entry): Awaitable<number>;
  /** Takes a file that is decoded and checked, out of a buffer that is used again; false where `entry` shall have it. */
  file(row: number, buffer: Uint8Array, start: number, length: number): boolean;
}

/** What the thread that called for the work has, and workers have not. */
export interface CallingThread {
  /** The plugin's codecs, which it need not import. */
  readonly codecs: readonly Codec[];
  /** Runs after each batch. */
  breathe(): Promise<void> | undefined;
}

/**
 * One thread's part of a job: takes batches until none is left, brings the bytes of neighbours in with one read, and
 * hands each entry on. Bad entries are noted and do not stop the others.
 */
export async function runEntries(
  job: EntryJob,
  thread: number,
  handler: EntryHandler,
  here?: CallingThread | undefined,
): Promise<EntriesResult> {
  const state = new SharedState(job.state);
  const file = FileSource.reopen(job.location.path, job.location.identity);
  let batch: RowBatch | undefined;
  let source: RunSource | undefined;
  try {
    const { moduleUrl, format, location, windowLength } = job;
    const codecs = here?.codecs ?? (moduleUrl === undefined ? [] : await importCodecs(moduleUrl, format));
    batch = RowBatch.open(job, new CodecRegistry(codecs));
    source = new RunSource(file, location.base, location.size, batch?.window ?? windowLength);
    const run = new EntryRun(job, state, thread, source, batch, codecs, handler);
    state.arrive();
    for (
      let number = state.takeBatch();
      number < job.batches.length && !state.isStopped;
      number = state.takeBatch()
    ) {
      await run.batch(job.batches[number - 1] ?? 0, job.batches[number] ?? 0);
      checkTotal(state.done.bytes, job.limits);
      const breath = here?.breathe();
      if (breath !== undefined) await breath;
    }
    return run;
  } finally {
    batch?.close();
    await source?.close();
    await file.close();
  }
}

class EntryRun implements EntriesResult {
  readonly failures: RowFailure[] = [];
  readonly findings: Finding[] = [];
  readonly #job: EntryJob;
  readonly #state: SharedState;
  readonly #thread: number;
  readonly #source: RunSource;
  readonly #handler: EntryHandler;
  readonly #batch: RowBatch | undefined;
  readonly #archive: Archive;
  readonly #quick: QuickRows;
  /** The row that core reads. */
  #current = 0;

  constructor(
    job: EntryJob,
    state: SharedState,
    thread: number,
    source: RunSource,
    batch: RowBatch | undefined,
    codecs: readonly Codec[],
    handler: EntryHandler,
  ) {
    this.#job = job;
    this.#state = state;
    this.#thread = thread;
    this.#source = source;
    this.#handler = handler;
    this.#batch = batch;
    this.#archive = columnArchive(job, source, codecs, this.findings, () => this.#current);
    this.#quick = new QuickRows(job, this.#archive.reading.codecs);
  }

  async batch(start: number, end: number): Promise<void> {
    const { columns } = this.#job;
    for (let row = start; row < end && !this.#state.isStopped; ) {
      const next = runEnd(columns, row, end);
      const first = columns.offset[row] ?? 0;
      const last = next - 1;
      this.#source.prefetch(first, (columns.offset[last] ?? 0) + (columns.stored[last] ?? 0) - first);
      for (let taken = row; row < next && !this.#state.isStopped; ) {
        if (row >= taken) taken = this.#takenUpTo(row, next);
        const made = this.#batch?.make(row, taken, this.#source.start, this.#source.loaded) ?? 0;
        const behind = row + Math.max(1, made);
        for (const first = row; row < behind && !this.#state.isStopped; row++) {
          if (made > 0 && this.#takeFile(row, row - first)) continue;
          // No await where nothing has to be waited for: it would cost more than many entries do.
          const result = this.#one(row, row < taken);
          if (result instanceof Promise) await result;
        }
      }
    }
  }

  /** The first row from `row` on, up to `end`, whose file the handler does not take. */
  #takenUpTo(row: number, end: number): number {
    let taken = row;
    while (taken < end && this.#handler.takes(taken)) taken++;
    return taken;
  }

  /** Takes a file out of the batch; false where it did not come out right, or nobody wants it like that. */
  #takeFile(row: number, number: number): boolean {
    const at = this.#batch?.fileAt(number) ?? 0;
    if (this.#batch === undefined || at === 0) return false;
    try {
      return this.#handleFile(row, this.#batch.memory, at, this.#batch.fileLength(number));
    } catch (error) {
      this.#fail(row, error);
      return true;
    }
  }

  #one(row: number, isTaken: boolean): Awaitable<void> {
    try {
      if (isTaken && this.#handleQuickly(row)) return undefined;
      const result = this.#handle(row);
      if (result instanceof Promise) return this.#later(row, result);
      return this.#state.count(this.#thread, 1, result);
    } catch (error) {
      return this.#fail(row, error);
    }
  }

  /** The way of most rows: their bytes are in the window, and nothing is odd about them. */
  #handleQuickly(row: number): boolean {
    const { columns, largeFrom } = this.#job;
    const { start, loaded, window } = this.#source;
    const length = columns.stored[row] as number;
    const at = (columns.offset[row] as number) - start;
    if (!(length >= 0 && length <= largeFrom && at >= 0 && at + length <= loaded - start)) return false;
    if (isPlain(columns, row) && length <= this.#job.limits.entrySize)
      return this.#handleFile(row, window, at, length);
    const content = this.#quick.decode(row, window.subarray(at, at + length));
    return content !== undefined && this.#handleFile(row, content, 0, content.length);
  }

  #handleFile(row: number, buffer: Uint8Array, start: number, length: number): boolean {
    if (!this.#handler.file(row, buffer, start, length)) return false;
    this.#state.count(this.#thread, 1, length);
    return true;
  }

  #handle(row: number): Awaitable<number> {
    this.#current = row;
    return this.#handler.entry(row, this.#archive.entry(row));
  }

  async #later(row: number, result: Promise<number>): Promise<void> {
    try {
      this.#state.count(this.#thread, 1, await result);
    } catch (error) {
      this.#fail(row, error);
    }
  }

  #fail(row: number, error: unknown): void {
    if (!ArchiveError.is(error) || isFatal(error)) throw error;
    this.failures.push({ row, error: toPlainError(error) });
  }
}
