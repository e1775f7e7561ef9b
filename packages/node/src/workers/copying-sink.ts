import { availableParallelism } from 'node:os';
import {
  type Awaitable,
  type ByteSink,
  type ByteSource,
  type MemoryBudget,
  MemoryShare,
} from '@packwright/core';
import { type CopyTarget, copyFiles, type FileCopies } from '../files/copy-files.ts';
import { FileContent } from '../files/file-content.ts';
import type { FileSink } from '../files/file-sink.ts';
import { OptimizerHold } from '../programs/optimizer-hold.ts';
import { Breath } from './breath.ts';
import { WorkerPool } from './worker-pool.ts';

/** Bytes that a thread holds; less where memory is scarce. */
const bufferLength = 2 ** 20;
const leastBuffer = 2 ** 16;
/** Milliseconds after which long copying lets signals through. */
const breathEvery = 40;
/** A batch has at most this many bytes and files: a message costs as much as copying a few kilobytes. */
const batchBytes = 2 ** 20;
const batchFiles = 128;
/** Batches that a thread has: with one in reserve it does not wait for this one, and in the end this one waits for few. */
const mostWaiting = 2;
/** Fewer files with fewer bytes than this are copied before a thread has started. */
const fewFiles = 8000;
const fewBytes = 128 * 2 ** 20;

/** Whether copying so much is done sooner with threads. */
export function isWorthThreads(files: number, bytes: number): boolean {
  return files >= fewFiles || bytes >= fewBytes;
}

/**
 * Writes to a file, and copies files into it with all cores: threads take batches of them, and while all of those have
 * enough to do, the calling thread copies a batch itself.
 */
export class CopyingSink implements ByteSink {
  readonly #sink: FileSink;
  readonly #target: CopyTarget;
  /** Threads besides the calling one. */
  readonly #helpers: number;
  readonly #memory: MemoryShare | undefined;
  #threads: WorkerPool | undefined;
  /** For each thread, the batches it was sent and those it is done with. */
  #loads: { sent: number; readonly done: Int32Array }[] = [];
  /** What is gathered for the next batch, see `FileCopies`. */
  #paths: string[] = [];
  #numbers: number[] = [];
  #batchBytes = 0;
  readonly #running = new Set<Promise<void>>();
  readonly #breath = new Breath(breathEvery, () => {});
  readonly #hold = new OptimizerHold();
  #failure: unknown;

  /** With `jobs` threads in all, or as many as the machine has cores; fewer where there is no memory for them. */
  constructor(sink: FileSink, jobs: number = availableParallelism(), budget?: MemoryBudget | undefined) {
    this.#sink = sink;
    this.#memory = budget && new MemoryShare(budget);
    const own = this.#memory?.takeBuffers(bufferLength, leastBuffer, 1, 'Copying files') ?? bufferLength;
    let helpers = Math.max(1, Math.floor(jobs)) - 1;
    while (helpers > 0 && this.#memory?.tryTake(helpers * own) === false) helpers--;
    this.#helpers = helpers;
    this.#target = { descriptor: sink.descriptor, path: sink.path, bufferLength: own };
  }

  write(offset: number, bytes: Uint8Array): void {
    this.#sink.write(offset, bytes);
  }

  writeFrom(offset: number, source: ByteSource, from: number, length: number): Awaitable<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!(source instanceof FileContent)) return this.#copyHere(offset, source, from, length);
    if (length > batchBytes) return this.#addLarge(offset, source, from, length);
    this.#add(offset, source, from, length);
  }

  /** Waits until all is copied; throws what failed. */
  async settle(): Promise<void> {
    this.#send();
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Ends the threads. No thread writes to the file any more when this is done, so that it can be closed. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#hold.end();
    await this.#threads?.close();
    this.#memory?.close();
  }

  #add(offset: number, { path, size }: FileContent, from: number, length: number): void {
    if (this.#batchBytes + length > batchBytes || this.#paths.length >= batchFiles) this.#send();
    this.#paths.push(path);
    this.#numbers.push(size, from, length, offset);
    this.#batchBytes += length;
  }

  /** A large file in pieces, with breath between them: several threads can copy it, and signals get through. */
  async #addLarge(offset: number, file: FileContent, from: number, length: number): Promise<void> {
    for (let done = 0; done < length; done += batchBytes) {
      if (this.#failure !== undefined) throw this.#failure;
      this.#add(offset + done, file, from + done, Math.min(batchBytes, length - done));
      const breath = this.#breath.take();
      if (breath !== undefined) await breath;
    }
  }

  #send(): void {
    if (this.#paths.length === 0) return;
    const copies = { paths: this.#paths, numbers: this.#numbers };
    this.#paths = [];
    this.#numbers = [];
    this.#batchBytes = 0;
    this.#hold.look(this.#areAllAtWork());
    const idle = this.#idleThread();
    if (idle === undefined) copyFiles(this.#target, copies);
    else this.#run(idle, copies);
  }

  #run(thread: number, copies: FileCopies): void {
    const load = this.#loads[thread];
    if (load === undefined) return;
    load.sent++;
    const batch = { copies, done: load.done };
    const running = (
      this.#threads?.run<void>(thread, { kind: 'copy', target: this.#target, batch }) ?? Promise.resolve()
    )
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** A thread with room for a batch; none where all are busy. */
  #idleThread(): number | undefined {
    if (this.#helpers === 0) return undefined;
    const threads = this.#start();
    for (let number = 0; number < threads.size; number++) {
      const load = this.#loads[number];
      // Looked at in shared memory: answers come only when this thread waits, and it seldom does.
      if (load !== undefined && load.sent - Atomics.load(load.done, 0) < mostWaiting) return number;
    }
    return undefined;
  }

  /** Whether each thread has loaded what it needs: it has copied a batch. */
  #areAllAtWork(): boolean {
    return this.#loads.length > 0 && this.#loads.every(({ done }) => Atomics.load(done, 0) > 0);
  }

  #start(): WorkerPool {
    if (this.#threads !== undefined) return this.#threads;
    this.#threads = new WorkerPool(this.#helpers);
    this.#loads = Array.from({ length: this.#threads.size }, () => ({
      sent: 0,
      done: new Int32Array(new SharedArrayBuffer(4)),
    }));
    return this.#threads;
  }

  async #copyHere(offset: number, source: ByteSource, from: number, length: number): Promise<void> {
    for (let done = 0; done < length; done += batchBytes) {
      const bytes = await source.read(from + done, Math.min(batchBytes, length - done));
      this.#sink.write(offset + done, bytes);
    }
  }
}
