import type { EntryTable } from '../contract/archive-index.ts';
import type { MemoryShare } from '../memory/memory-share.ts';
import { SlotHash } from '../names/slot-hash.ts';
import { RowIndex } from './row-index.ts';

/** Look-up by hash over a table's columns, without an object per entry. */
export class HashIndex {
  readonly #low: (row: number) => number;
  readonly #high: (row: number) => number;
  readonly #slots = new SlotHash();
  readonly #rows: RowIndex;

  constructor(table: EntryTable, memory: MemoryShare) {
    this.#low = table.hashLow?.bind(table) ?? ((row) => Number((table.at(row).hash ?? 0n) & 0xffffffffn));
    this.#high = table.hashHigh?.bind(table) ?? ((row) => Number((table.at(row).hash ?? 0n) >> 32n));
    this.#rows = new RowIndex(table.length, (row) => this.#slots.of(this.#low(row), this.#high(row)), memory);
  }

  /** The rows with this hash, in order. */
  find(low: number, high: number): Generator<number, void, undefined> {
    return this.#rows.find(
      this.#slots.of(low, high),
      (row) => this.#low(row) >>> 0 === low >>> 0 && this.#high(row) >>> 0 === high >>> 0,
    );
  }
}
