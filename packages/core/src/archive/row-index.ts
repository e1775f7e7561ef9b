import type { MemoryShare } from '../memory/memory-share.ts';

/**
 * Rows by a hash of whatever they are looked up by: two columns of numbers, no object and no text per row. Where the
 * memory for them is not free there is nothing but the rows themselves: every look-up then goes through all of them.
 */
export class RowIndex {
  readonly #length: number;
  readonly #memory: MemoryShare;
  readonly #drawn: number;
  /** First row of each chain and the next one of each row, both plus one; 0 ends a chain. */
  readonly #heads: Int32Array | undefined;
  readonly #next: Int32Array | undefined;

  /**
   * Rows whose `hashOf` is nothing cannot be looked up. What it gives must not be foreseen by who makes archives: one
   * chain with all rows in it would make each look-up go through them (see `TextHash` and `SlotHash`).
   */
  constructor(length: number, hashOf: (row: number) => number | undefined, memory: MemoryShare) {
    this.#length = length;
    this.#memory = memory;
    const heads = 2 ** Math.ceil(Math.log2(Math.max(16, length)));
    const bytes = 4 * (heads + length);
    this.#drawn = memory.trySpare(bytes) ? bytes : 0;
    if (this.#drawn === 0) return;
    this.#heads = new Int32Array(heads);
    this.#next = new Int32Array(length);
    try {
      // Backwards, so that chains begin with the first row.
      for (let row = length - 1; row >= 0; row--) {
        const hash = hashOf(row);
        if (hash === undefined) continue;
        const slot = hash & (heads - 1);
        this.#next[row] = this.#heads[slot] as number;
        this.#heads[slot] = row + 1;
      }
    } catch (error) {
      // Nobody gets this index, and the next look-up begins another.
      this.close();
      throw error;
    }
  }

  /** The rows that may have a hash and pass a closer look, in order. */
  *find(hash: number, isRight: (row: number) => boolean): Generator<number, void, undefined> {
    const { length = 0 } = this.#heads ?? {};
    let row = length === 0 ? 0 : (this.#heads?.[hash & (length - 1)] ?? 0) - 1;
    for (; row >= 0 && row < this.#length; row = this.#next === undefined ? row + 1 : this.#after(row)) {
      if (isRight(row)) yield row;
    }
  }

  /** Gives the memory back. */
  close(): void {
    this.#memory.release(this.#drawn);
  }

  #after(row: number): number {
    return (this.#next?.[row] ?? 0) - 1;
  }
}
