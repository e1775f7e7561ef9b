import type { Awaitable } from '../contract/awaitable.ts';

/** Bytes worth telling of. */
const stepLength = 2 ** 18;

/** Tells of progress in steps: for small files, telling of each takes as long as writing it. */
export class ProgressSteps {
  readonly #tell: ((bytes: number) => Awaitable<void>) | undefined;
  #untold = 0;

  constructor(tell: ((bytes: number) => Awaitable<void>) | undefined) {
    this.#tell = tell;
  }

  /** Takes bytes; tells of them, and of those before, when they are worth it. */
  add(bytes: number): Awaitable<void> {
    this.#untold += bytes;
    if (this.#untold >= stepLength) return this.finish();
  }

  /** Tells of what is left. */
  finish(): Awaitable<void> {
    const bytes = this.#untold;
    this.#untold = 0;
    if (bytes > 0) return this.#tell?.(bytes);
  }
}
