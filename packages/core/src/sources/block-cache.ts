/** Blocks by number, the least recently used given up first once they exceed a budget. */
export class BlockCache {
  readonly #budget: number;
  readonly #blocks = new Map<number, Uint8Array>();
  #held = 0;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Bytes that it holds. */
  get held(): number {
    return this.#held;
  }

  get(number: number): Uint8Array | undefined {
    const block = this.#blocks.get(number);
    if (block === undefined) return undefined;
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    return block;
  }

  /** Keeps a copy of a block, so that the larger buffer it came in can be freed, and gives that copy. */
  keep(number: number, bytes: Uint8Array): Uint8Array {
    const block = bytes.slice();
    this.#drop(number);
    this.#blocks.set(number, block);
    this.#held += block.length;
    for (const oldest of this.#blocks.keys()) {
      if (this.#held <= this.#budget) break;
      this.#drop(oldest);
    }
    return block;
  }

  clear(): void {
    this.#blocks.clear();
    this.#held = 0;
  }

  #drop(number: number): void {
    this.#held -= this.#blocks.get(number)?.length ?? 0;
    this.#blocks.delete(number);
  }
}
