import { availableParallelism } from 'node:os';
import { type CodecPool, CodecRegistry, type CodecStep, type FormatPlugin } from '@packwright/core';
import { PortableCodecs } from './portable-codecs.ts';
import { WorkerPool } from './worker-pool.ts';

/** Worker threads that encode for `createArchive`; core keeps the order, so the bytes do not depend on their number. */
export class NodeCodecPool implements CodecPool {
  readonly #pool: WorkerPool;
  readonly #portable: PortableCodecs;
  readonly #registry: CodecRegistry;

  /** `jobs` threads, or as many as the machine has cores. */
  constructor(plugin: FormatPlugin, jobs: number = availableParallelism()) {
    this.#pool = new WorkerPool(jobs > 1 ? jobs : 0);
    this.#portable = new PortableCodecs(plugin);
    this.#registry = new CodecRegistry(plugin.codecs);
  }

  get concurrency(): number {
    return Math.max(1, this.#pool.size);
  }

  accepts(steps: readonly CodecStep[]): boolean {
    return this.#pool.size > 0 && this.#portable.accept(steps, this.#registry);
  }

  encode(
    input: Uint8Array,
    steps: readonly CodecStep[],
    onlyBelow: number | undefined,
  ): Promise<Uint8Array | undefined> {
    const { moduleUrl } = this.#portable;
    return this.#pool.run(this.#idlest(), { kind: 'encode', input, steps, onlyBelow, moduleUrl });
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #idlest(): number {
    let best = 0;
    for (let number = 1; number < this.#pool.size; number++) {
      if (this.#pool.load(number) < this.#pool.load(best)) best = number;
    }
    return best;
  }
}
