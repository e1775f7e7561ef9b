import { availableParallelism } from 'node:os';
import {
  type ByteSource,
  type CodecPool,
  CodecRegistry,
  type CodecStep,
  engineLength,
  type FormatPlugin,
  type MemoryBudget,
  MemoryShare,
} from '@packwright/core';
import { FileContent } from '../files/file-content.ts';
import { type EncodeWork, keptScratch } from './encode-task.ts';
import { type EncodedFile, type EncodedFiles, FileBatches } from './file-batches.ts';
import { PortableCodecs } from './portable-codecs.ts';
import { WorkerPool } from './worker-pool.ts';

/** What a thread holds besides the files under way: a buffer that it reads into again and again, and its encoders. */
const threadLength: number = 2 * keptScratch + engineLength;

/** Worker threads that encode for `createArchive`; core keeps the order, so the bytes do not depend on their number. */
export class NodeCodecPool implements CodecPool {
  readonly #jobs: number;
  readonly #memory: MemoryShare | undefined;
  #threads: WorkerPool | undefined;
  readonly #portable: PortableCodecs;
  readonly #registry: CodecRegistry;
  readonly #batches = new FileBatches((files) => this.#run<EncodedFiles>({ files }));
  #messages = 0;

  /** `jobs` threads, or as many as the machine has cores; fewer where `budget` has too little left for them. */
  constructor(
    plugin: FormatPlugin,
    jobs: number = availableParallelism(),
    budget?: MemoryBudget | undefined,
  ) {
    this.#memory = budget && new MemoryShare(budget);
    let threads = jobs;
    while (threads > 1 && this.#memory?.trySpare(threads * threadLength) === false) threads--;
    this.#jobs = threads;
    this.#portable = new PortableCodecs(plugin);
    this.#registry = new CodecRegistry(plugin.codecs);
  }

  get concurrency(): number {
    return Math.max(1, this.#jobs);
  }

  accepts(steps: readonly CodecStep[]): boolean {
    return this.#jobs > 1 && this.#portable.accept(steps, this.#registry) && this.#pool.size > 0;
  }

  encode(
    input: Uint8Array,
    steps: readonly CodecStep[],
    onlyBelow: number | undefined,
  ): Promise<Uint8Array | undefined> {
    return this.#run({ input, steps, onlyBelow });
  }

  /** Files are read by the thread that encodes them; other sources are not for threads. */
  encodeFrom(
    source: ByteSource,
    from: number,
    length: number,
    steps: readonly CodecStep[],
    onlyBelow: number | undefined,
  ): Promise<EncodedFile> | undefined {
    if (!(source instanceof FileContent)) return undefined;
    const { path, size } = source;
    return this.#batches.add({ path, size, from, length, steps, onlyBelow });
  }

  /** Tasks that were sent to threads so far. */
  get messages(): number {
    return this.#messages;
  }

  /** Ends the threads and gives their memory back. */
  async close(): Promise<void> {
    await this.#threads?.close();
    this.#memory?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Threads start with the first part for them: an archive of stored files needs none. */
  get #pool(): WorkerPool {
    this.#threads ??= new WorkerPool(this.#jobs);
    return this.#threads;
  }

  #run<T>(work: EncodeWork): Promise<T> {
    this.#messages++;
    return this.#pool.run<T>(this.#idlest(), { kind: 'encode', work, moduleUrl: this.#portable.moduleUrl });
  }

  #idlest(): number {
    let best = 0;
    for (let number = 1; number < this.#pool.size; number++) {
      if (this.#pool.load(number) < this.#pool.load(best)) best = number;
    }
    return best;
  }
}
