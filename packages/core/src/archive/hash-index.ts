import type { EntryTable } from '../contract/archive-index.ts';

/** Look-up by hash over a table's columns: open-addressed rows, no object per entry. */
export class HashIndex {
  readonly #low: (row: number) => number;
  readonly #high: (row: number) => number;
  readonly #slots: Int32Array;
  readonly #length: number;

  constructor(table: EntryTable) {
    this.#low = table.hashLow?.bind(table) ?? ((row) => Number((table.at(row).hash ?? 0n) & 0xffffffffn));
    this.#high = table.hashHigh?.bind(table) ?? ((row) => Number((table.at(row).hash ?? 0n) >> 32n));
    this.#length = table.length;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, table.length * 2))));
    // Backwards, so that the first of several equal hashes wins.
    for (let row = table.length - 1; row >= 0; row--) {
      const slot = this.#slotOf(this.#low(row), this.#high(row));
      this.#slots[slot] = row + 1;
    }
  }

  /** The first row with this hash. */
  find(low: number, high: number): number | undefined {
    const row = (this.#slots[this.#slotOf(low >>> 0, high >>> 0)] ?? 0) - 1;
    return row < 0 ? undefined : row;
  }

  /** Every row with this hash, in order. */
  findAll(low: number, high: number): readonly number[] {
    const rows: number[] = [];
    for (let row = this.find(low, high) ?? this.#length; row < this.#length; row++) {
      if (this.#low(row) >>> 0 === low >>> 0 && this.#high(row) >>> 0 === high >>> 0) rows.push(row);
    }
    return rows;
  }

  #slotOf(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(low ^ (high >>> 7), 0x9e3779b1) >>> 3) & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0 || (this.#low(row) >>> 0 === low && this.#high(row) >>> 0 === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }
}
