import type { Archive, Limits } from '@packwright/core';
import type { EntriesResult } from './run-entries.ts';
import { windowLength } from './run-source.ts';
import { SharedState } from './shared-state.ts';
import type { ThreadTask } from './thread-task.ts';
import { WorkerPool } from './worker-pool.ts';

/** Entries with more bytes are read in pieces; less where the memory limit is small. */
const largestWhole = 8 * 2 ** 20;
/** Fewer files and fewer bytes than this are done before a thread has started. */
const fewFiles = 200;
const fewBytes = 8 * 2 ** 20;

/** The calling thread and its workers, for one job over the entries of an archive. */
export class Crew {
  readonly state: SharedState;
  /** Entries with more stored or decoded bytes than this are read in pieces. */
  readonly largeFrom: number;
  /** The archive's limits, with the share of the memory that one thread may use. */
  readonly limits: Limits;
  readonly #archive: Archive;
  readonly #reserved: number;
  #pool: WorkerPool | undefined;

  /** Takes the memory for up to `jobs` threads from the archive's budget. */
  constructor(archive: Archive, jobs: number) {
    const { limits, budget } = archive.reading;
    this.#archive = archive;
    this.largeFrom = Math.min(largestWhole, Math.floor(limits.memory / 16));
    // Two buffers for an entry, stored and decoded, and one for reading ahead.
    const share = windowLength + 2 * this.largeFrom;
    let threads = Math.max(1, Math.floor(jobs));
    while (threads > 1 && !budget.tryTake(threads * share)) threads--;
    this.#reserved = threads > 1 ? threads * share : 0;
    this.limits = { ...limits, memory: 2 * this.largeFrom };
    this.state = SharedState.create(threads);
  }

  /** Starts the workers, unless they run or the work is too small for them. */
  startFor(files: number, bytes: number): void {
    if (this.#pool !== undefined || this.state.threads === 1 || files < 2) return;
    if (files < fewFiles && bytes < fewBytes) return;
    this.#pool = new WorkerPool(Math.min(this.state.threads, files) - 1);
  }

  /** Does a job with all threads: `own` is the calling thread's part, number 0. The first failure stops all. */
  async share(
    task: (thread: number) => ThreadTask,
    own: () => Promise<EntriesResult>,
  ): Promise<EntriesResult[]> {
    this.state.resetBatches();
    const parts: Promise<EntriesResult>[] = [];
    for (let worker = 0; worker < (this.#pool?.size ?? 0); worker++) {
      const part = this.#pool?.run<EntriesResult>(worker, task(worker + 1));
      if (part !== undefined) parts.push(part);
    }
    for (const part of parts) part.catch(() => this.state.stop());
    const mine = own();
    mine.catch(() => this.state.stop());
    const results = await Promise.allSettled([...parts, mine]);
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  async close(): Promise<void> {
    this.#archive.reading.budget.release(this.#reserved);
    await this.#pool?.close();
  }
}
