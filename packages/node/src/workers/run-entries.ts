import {
  type Archive,
  ArchiveError,
  type Awaitable,
  type Codec,
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
  const source = new RunSource(file, job.location.base, job.location.size, job.windowLength);
  try {
    const run = new EntryRun(job, state, thread, source, handler);
    await run.open(here?.codecs);
    for (
      let batch = state.takeBatch();
      batch < job.batches.length && !state.isStopped;
      batch = state.takeBatch()
    ) {
      await run.batch(job.batches[batch - 1] ?? 0, job.batches[batch] ?? 0);
      checkTotal(state.done.bytes, job.limits);
      const breath = here?.breathe();
      if (breath !== undefined) await breath;
    }
    return run;
  } finally {
    await source.close();
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
  #archive: Archive | undefined;
  #quick: QuickRows | undefined;

  constructor(job: EntryJob, state: SharedState, thread: number, source: RunSource, handler: EntryHandler) {
    this.#job = job;
    this.#state = state;
    this.#thread = thread;
    this.#source = source;
    this.#handler = handler;
  }

  async open(known: readonly Codec[] | undefined): Promise<void> {
    const { moduleUrl, format } = this.#job;
    const codecs = known ?? (moduleUrl === undefined ? [] : await importCodecs(moduleUrl, format));
    this.#archive = columnArchive(this.#job, this.#source, codecs, this.findings);
    this.#quick = new QuickRows(this.#job, this.#archive.reading.codecs);
  }

  async batch(start: number, end: number): Promise<void> {
    const { columns } = this.#job;
    for (let row = start; row < end && !this.#state.isStopped; ) {
      const next = runEnd(columns, row, end);
      const first = columns.offset[row] ?? 0;
      const last = next - 1;
      this.#source.prefetch(first, (columns.offset[last] ?? 0) + (columns.stored[last] ?? 0) - first);
      for (; row < next && !this.#state.isStopped; row++) {
        // No await where nothing has to be waited for: it would cost more than many entries do.
        const result = this.#one(row);
        if (result instanceof Promise) await result;
      }
    }
  }

  #one(row: number): Awaitable<void> {
    try {
      if (this.#handleQuickly(row)) return undefined;
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
    const content = this.#quick?.decode(row, window.subarray(at, at + length));
    return content !== undefined && this.#handleFile(row, content, 0, content.length);
  }

  #handleFile(row: number, buffer: Uint8Array, start: number, length: number): boolean {
    if (!this.#handler.file(row, buffer, start, length)) return false;
    this.#state.count(this.#thread, 1, length);
    return true;
  }

  #handle(row: number): Awaitable<number> {
    const entry = this.#archive?.entry(row);
    return entry === undefined ? 0 : this.#handler.entry(row, entry);
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
