import {
  type Attributes,
  decodeLatin1,
  type EntryTable,
  findNul,
  type IndexEntry,
  type Json,
  type StoredExtent,
  toHex,
} from '@packwright/core';
import { daikatanaCodec, type Layout } from './layout.ts';

/** The rows of a directory over its raw bytes; the columns make no objects. */
export class PakTable implements EntryTable {
  readonly layout: Layout;
  /** Whole rows, as they lie in the archive. */
  readonly bytes: Uint8Array;
  readonly length: number;
  /** The same bytes, for numbers. */
  readonly view: DataView;

  constructor(layout: Layout, bytes: Uint8Array) {
    this.layout = layout;
    this.length = Math.floor(bytes.length / layout.rowBytes);
    this.bytes = bytes.subarray(0, this.length * layout.rowBytes);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the data of a row starts in the archive. */
  dataOffset(row: number): number {
    return this.#word(row, 0);
  }

  /** Bytes of the file of a row. */
  fileLength(row: number): number {
    return this.#word(row, 4);
  }

  /** Bytes stored according to the row; only where the layout has the column. */
  packedLength(row: number): number {
    return this.#word(row, 8);
  }

  /** Daikatana's method, or the unknown word of Anachronox; only where the layout has the column. */
  lastWord(row: number): number {
    return this.#word(row, 12);
  }

  /** Whether the data of a row goes through a codec. */
  isPacked(row: number): boolean {
    const { packs, variant } = this.layout;
    if (!packs) return false;
    if (variant === 'daikatana') return this.lastWord(row) !== 0;
    return this.packedLength(row) > 0 || this.fileLength(row) > 0;
  }

  /** Bytes that the data of a row occupies. */
  storedLength(row: number): number {
    return this.isPacked(row) ? this.packedLength(row) : this.fileLength(row);
  }

  /** Where the name of a row ends in `bytes`: at the first NUL, or with the field. */
  nameEnd(row: number): number {
    const start = row * this.layout.rowBytes;
    return findNul(this.bytes, start, start + this.layout.nameBytes);
  }

  /** The name of a row; Latin-1, so that every byte comes back the same. */
  name(row: number): string {
    return decodeLatin1(this.bytes, row * this.layout.rowBytes, this.nameEnd(row));
  }

  /** The bytes of a row. */
  row(row: number): Uint8Array {
    return this.bytes.subarray(row * this.layout.rowBytes, (row + 1) * this.layout.rowBytes);
  }

  at(index: number): IndexEntry {
    return new PakRow(this, index);
  }

  /** What a row has besides: kept, so that writing gives it back. */
  attributes(row: number): Attributes | undefined {
    const { variant, nameBytes, rowBytes } = this.layout;
    const facts: Record<string, Json> = {};
    const end = row * rowBytes + nameBytes;
    let at = this.nameEnd(row);
    const tail = at;
    while (at < end && this.bytes[at] === 0) at++;
    if (at < end) facts.nameTail = toHex(this.bytes.subarray(tail, end));
    if (variant === 'anachronox') facts.unknown8c = this.lastWord(row);
    if (variant === 'daikatana') {
      const method = this.lastWord(row);
      if (method > 1) facts.method = method;
      if (method === 0 && this.packedLength(row) !== this.fileLength(row)) {
        facts.packedLength = this.packedLength(row);
      }
    }
    return Object.keys(facts).length === 0 ? undefined : facts;
  }

  #word(row: number, at: number): number {
    return this.view.getUint32(row * this.layout.rowBytes + this.layout.nameBytes + at, true);
  }
}

/** One row as an entry. Most work never asks for the attributes, so they are made only then. */
class PakRow implements IndexEntry {
  readonly kind = 'file';
  readonly path: string;
  readonly size: number;
  readonly extents: readonly StoredExtent[];
  // Not `#table`: such members take longer to make than all others, and there are many rows.
  private readonly table: PakTable;
  private readonly row: number;

  constructor(table: PakTable, row: number) {
    const { nameBytes, rowBytes } = table.layout;
    const at = row * rowBytes + nameBytes;
    const offset = table.view.getUint32(at, true);
    const size = table.view.getUint32(at + 4, true);
    this.table = table;
    this.row = row;
    this.path = table.name(row);
    this.size = size;
    if (!table.isPacked(row)) this.extents = size === 0 ? [] : [{ offset, length: size }];
    else {
      const codec = table.layout.variant === 'daikatana' ? daikatanaCodec : 'zlib';
      this.extents = [{ offset, length: table.packedLength(row), size, steps: [{ codec }] }];
    }
  }

  get attributes(): Attributes | undefined {
    return this.table.attributes(this.row);
  }
}
