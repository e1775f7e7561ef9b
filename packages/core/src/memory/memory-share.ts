import type { MemoryBudget } from './memory-budget.ts';

const raiseLimit = 'Raise the memory limit (--memory).';

/** What one holder draws from a budget, so that all of it can be given back at once. */
export class MemoryShare {
  readonly budget: MemoryBudget;
  #used = 0;

  constructor(budget: MemoryBudget) {
    this.budget = budget;
  }

  get used(): number {
    return this.#used;
  }

  /** Draws bytes that cannot be done without; throws `LIMIT_EXCEEDED`, with both numbers, when they do not fit. */
  take(bytes: number, what: string): void {
    this.budget.take(bytes, what, raiseLimit);
    this.#used += bytes;
  }

  /** Draws bytes if they are free now. */
  tryTake(bytes: number): boolean {
    const isDrawn = this.budget.tryTake(bytes);
    if (isDrawn) this.#used += bytes;
    return isDrawn;
  }

  /** Draws bytes for what can be done without. */
  trySpare(bytes: number): boolean {
    const isDrawn = this.budget.trySpare(bytes);
    if (isDrawn) this.#used += bytes;
    return isDrawn;
  }

  /**
   * Draws for a buffer of `most` bytes, or half of it and so on down to `least`, which cannot be done without.
   * `times` is how many of them there are. Gives the length of one.
   */
  takeBuffers(most: number, least: number, times: number, what: string): number {
    for (let length = most; length > least; length = Math.ceil(length / 2)) {
      if (this.tryTake(length * times)) return length;
    }
    this.take(least * times, what);
    return least;
  }

  /** Takes over what another share of the same budget holds. */
  adopt(other: MemoryShare): void {
    this.#used += other.#used;
    other.#used = 0;
  }

  /** Gives bytes back; never more than were drawn. */
  release(bytes: number): void {
    const given = Math.min(bytes, this.#used);
    this.#used -= given;
    this.budget.release(given);
  }

  /** Gives everything back. */
  close(): void {
    this.release(this.#used);
  }
}
