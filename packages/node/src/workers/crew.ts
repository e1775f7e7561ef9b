import { type Archive, type Limits, MemoryShare } from '@packwright/core';
import { OptimizerHold } from '../programs/optimizer-hold.ts';
import type { Breath } from './breath.ts';
import type { EntryJob } from './entry-job.ts';
import type { EntriesResult } from './run-entries.ts';
import { windowLength } from './run-source.ts';
import { SharedState } from './shared-state.ts';
import type { ThreadTask } from './thread-task.ts';
import type { WaveLengths } from './wave-ranges.ts';
import { WorkerPool } from './worker-pool.ts';

/** Entries with more bytes are read in pieces; less where the memory limit is small. */
const largestWhole = 8 * 2 ** 20;
/** What one thread needs at least: a window, and a buffer each for stored and decoded bytes. */
const leastBuffer = 2 ** 16;
/** Memory that a thread makes small results in, or a piece of a large one and what its codec keeps. */
const pieceLength = 2 ** 20;
/** Entries planned at once: enough for threads to share, few enough to hold; fewer where memory is scarce. */
const mostRows = 65536;
const leastRows = 1024;
/** Entries of the first wave, where others wait for it. */
const firstWave = 1024;
/** Bytes of a planned entry: its row in shared columns, its target, and its place in the order of reading. */
const rowLength = 160;
/** How much of the free memory planning may take. */
const planShare = 1 / 8;
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
  /** Bytes that a thread reads ahead at once. */
  readonly windowLength: number;
  /** Entries whose plans fit the memory at a time. */
  readonly waveLength: number;
  /** What was drawn for the job; closing gives it back. */
  readonly memory: MemoryShare;
  readonly #hold = new OptimizerHold();
  #pool: WorkerPool | undefined;

  /**
   * Takes the memory for up to `jobs` threads from the archive's budget: where it is scarce, for fewer threads, then
   * for smaller buffers.
   */
  constructor(archive: Archive, jobs: number) {
    const { limits, budget } = archive.reading;
    this.memory = new MemoryShare(budget);
    try {
      const fitting = Math.max(leastRows, Math.floor((budget.free * planShare) / rowLength));
      const rows = Math.min(mostRows, fitting, Math.max(1, archive.length));
      this.waveLength = this.memory.takeBuffers(rows, Math.min(rows, leastRows), rowLength, 'Planning');
      const largest = Math.min(largestWhole, Math.floor(limits.memory / 16));
      const share = windowLength + pieceLength + 2 * largest;
      let threads = Math.max(1, Math.floor(jobs));
      while (threads > 1 && !this.memory.tryTake(threads * share)) threads--;
      const isScarce = threads === 1 && !this.memory.tryTake(share);
      // One buffer for reading ahead, one for a result in pieces, and two for an entry: stored and decoded.
      const buffer = isScarce ? this.memory.takeBuffers(windowLength, leastBuffer, 4, 'Reading entries') : 0;
      this.windowLength = isScarce ? buffer : windowLength;
      this.largeFrom = isScarce ? buffer : largest;
      this.limits = { ...limits, memory: 2 * this.largeFrom };
      this.state = SharedState.create(threads);
    } catch (error) {
      this.memory.close();
      throw error;
    }
  }

  /** The waves of a job: with several threads, the others work on one while the calling one plans the next. */
  get waveLengths(): WaveLengths {
    const { waveLength } = this;
    return this.state.threads === 1
      ? { first: waveLength, longest: waveLength }
      : { first: firstWave, longest: Math.ceil(waveLength / 2) };
  }

  /** Starts the workers, unless they run or the work is too small for them. */
  startFor(files: number, bytes: number): void {
    if (this.#pool !== undefined || this.state.threads === 1 || files < 2) return;
    if (files < fewFiles && bytes < fewBytes) return;
    this.#pool = new WorkerPool(Math.min(this.state.threads, files) - 1);
  }

  /** What every job of the crew says alike. */
  get terms(): Pick<EntryJob, 'state' | 'limits' | 'largeFrom' | 'windowLength'> {
    const { state, limits, largeFrom, windowLength } = this;
    return { state: state.buffers, limits, largeFrom, windowLength };
  }

  /**
   * Lets the other threads begin a job; the calling one takes part, as number 0, when the function that this gives is
   * called. The first failure stops all.
   */
  begin(
    task: (thread: number) => ThreadTask,
  ): (own: () => Promise<EntriesResult>) => Promise<EntriesResult[]> {
    this.state.resetBatches();
    const parts: Promise<EntriesResult>[] = [];
    for (let worker = 0; worker < (this.#pool?.size ?? 0); worker++) {
      const part = this.#pool?.run<EntriesResult>(worker, task(worker + 1));
      if (part !== undefined) parts.push(part);
    }
    for (const part of parts) part.catch(() => this.state.stop());
    return async (own) => {
      const mine = own();
      mine.catch(() => this.state.stop());
      const results = await Promise.allSettled([...parts, mine]);
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    };
  }

  /** What the calling thread does between two batches. */
  breathe(breath: Breath): Promise<void> | undefined {
    // A single thread leaves a core to V8.
    const others = this.#pool?.size ?? 0;
    this.#hold.look(others > 0 && this.state.arrived > others);
    return breath.take();
  }

  async close(): Promise<void> {
    this.#hold.end();
    await this.#pool?.close();
    this.memory.close();
  }
}
