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

  /** Rows whose `hashOf` is nothing cannot be looked up. */
  constructor(length: number, hashOf: (row: number) => number | undefined, memory: MemoryShare) {
    this.#length = length;
    this.#memory = memory;
    const heads = 2 ** Math.ceil(Math.log2(Math.max(16, length)));
    const bytes = 4 * (heads + length);
    this.#drawn = memory.trySpare(bytes) ? bytes : 0;
    if (this.#drawn === 0) return;
    this.#heads = new Int32Array(heads);
    this.#next = new Int32Array(length);
    // Backwards, so that chains begin with the first row.
    for (let row = length - 1; row >= 0; row--) {
      const hash = hashOf(row);
      if (hash === undefined) continue;
      const slot = spread(hash) & (heads - 1);
      this.#next[row] = this.#heads[slot] as number;
      this.#heads[slot] = row + 1;
    }
  }

  /** The rows that may have a hash and pass a closer look, in order. */
  *find(hash: number, isRight: (row: number) => boolean): Generator<number, void, undefined> {
    const { length = 0 } = this.#heads ?? {};
    let row = length === 0 ? 0 : (this.#heads?.[spread(hash) & (length - 1)] ?? 0) - 1;
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

/** Hashes come from archives: a number that nobody can foresee keeps them from all having one chain. */
const secret = Math.floor(Math.random() * 2 ** 32) | 1;

function spread(hash: number): number {
  const mixed = Math.imul(hash ^ secret, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** A hash of a text. */
export function hashText(text: string): number {
  let hash = secret;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
