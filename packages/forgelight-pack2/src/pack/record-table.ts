import { decodeLatin1, type EntryTable, type IndexEntry } from '@packwright/core';
import { type PackRecord, parseRecord } from './record.ts';

/** A list of the chain: its raw bytes, and which rows are its records. */
export interface Chunk {
  readonly offset: number;
  readonly next: number;
  /** Chunk header and all records. */
  readonly list: Uint8Array;
  readonly firstRow: number;
  readonly rows: number;
}

/** The records of all chunks as entries, made on demand from the raw lists. */
export class RecordTable implements EntryTable {
  readonly chunks: readonly Chunk[];
  readonly length: number;
  readonly #positions: Uint32Array;

  constructor(chunks: readonly Chunk[], positions: Uint32Array) {
    this.chunks = chunks;
    this.length = positions.length;
    this.#positions = positions;
  }

  at(index: number): IndexEntry {
    const chunk = this.chunkOf(index);
    const { name, offset, length, crc32 } = this.record(index);
    return {
      path: decodeLatin1(name),
      size: length,
      extents: length === 0 ? [] : [{ offset, length, size: length }],
      checksum: { algorithm: 'crc32', over: 'content', value: crc32 },
      attributes: { chunk },
    };
  }

  record(index: number): PackRecord {
    const chunk = this.chunks[this.chunkOf(index)];
    return parseRecord(chunk?.list ?? new Uint8Array(0), this.#positions[index] ?? 0);
  }

  /** The number of the chunk that a row belongs to. */
  chunkOf(index: number): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.chunks[middle]?.firstRow ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
