import { setImmediate } from 'node:timers/promises';

/** Lets the event loop turn now and then during synchronous work, so that signals, aborts and progress get through. */
export class Breath {
  readonly #every: number;
  readonly #tick: () => void;
  #last = performance.now();

  /** `tick` runs each time, at least `every` milliseconds apart; what it throws ends the work. */
  constructor(every: number, tick: () => void) {
    this.#every = every;
    this.#tick = tick;
  }

  /** Takes a breath if it is time for one. */
  take(): Promise<void> | undefined {
    if (performance.now() - this.#last < this.#every) return undefined;
    return this.#turn();
  }

  async #turn(): Promise<void> {
    await setImmediate();
    this.#last = performance.now();
    this.#tick();
  }
}
