import {
  type CodecContext,
  type CodecPool,
  CodecRegistry,
  type CodecStep,
  encodeSteps,
  type FormatPlugin,
  isWorthwhile,
  type Keys,
} from '@packwright/core';

/** Stands for workers: the later a task comes, the sooner it may be answered. */
export class DisorderlyPool implements CodecPool {
  readonly concurrency: number;
  readonly #context: CodecContext;
  #tasks = 0;

  constructor(plugin: FormatPlugin, concurrency: number, keys: Keys = { get: () => undefined }) {
    this.concurrency = concurrency;
    const registry = new CodecRegistry(plugin.codecs);
    this.#context = { keys, strict: true, codec: (id) => registry.get(id), report: () => undefined };
  }

  accepts(_steps: readonly CodecStep[]): boolean {
    return true;
  }

  async encode(
    input: Uint8Array,
    steps: readonly CodecStep[],
    onlyBelow: number | undefined,
  ): Promise<Uint8Array | undefined> {
    const turns = this.concurrency - (this.#tasks++ % this.concurrency);
    const copy = input.slice();
    for (let turn = 0; turn < turns * 3; turn++) await undefined;
    if (turns === this.concurrency && this.concurrency > 1)
      await new Promise<void>((done) => setTimeout(done, 1));
    const encoded = await encodeSteps(copy, steps, this.#context);
    return isWorthwhile(encoded.length, copy.length, onlyBelow) ? encoded : undefined;
  }
}
