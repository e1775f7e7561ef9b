import type { EntryTable, IndexEntry, NameTable } from '@packwright/core';
import { directoryExtension, extensionOf } from './extensions.ts';
import { describeFlat, type FlatFacts, type FlatRow, readFlatRow } from './flat-row.ts';

/** What the entries of a version 8 archive are made from. */
export interface FlatParts extends FlatFacts {
  readonly count: number;
  /** Six words an entry: each 64-bit number as its low and its high half. */
  readonly words: Uint32Array;
  /** Names that the archive brings along. */
  readonly names: NameTable | undefined;
}

/** The entries of version 8: a flat list, by hash of the path. */
export class FlatTable implements EntryTable {
  readonly #parts: FlatParts;

  constructor(parts: FlatParts) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#parts.count;
  }

  at(number: number): IndexEntry {
    const row = this.row(number);
    const path = this.#parts.names?.get(row.hash, row.extension);
    const extension = extensionOf(row.extension, this.#parts.platform);
    const name = { path, hash: BigInt(row.hash), extension };
    if (row.extension === directoryExtension) return { kind: 'directory', ...name, extents: [] };
    return { ...name, ...describeFlat(row, this.#parts) };
  }

  hashLow(number: number): number {
    return this.#parts.words[6 * number] ?? 0;
  }

  /** The id of the extension: with the hash it makes the name. */
  hashHigh(number: number): number {
    return ((this.#parts.words[6 * number + 1] ?? 0) >>> 16) & 0xff;
  }

  row(number: number): FlatRow {
    return readFlatRow(this.#parts.words, number);
  }
}
