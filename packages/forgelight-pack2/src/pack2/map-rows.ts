import { hexNumber, joinHalves } from '@packwright/core';
import { field, rowWords, toWords, wide } from './asset-map.ts';
import { rowLength } from './layout.ts';

/** Where an asset lies and what its row says of it. */
export interface AssetPlace {
  readonly offset: number;
  readonly length: number;
  readonly flags: number;
  readonly dataHash: number;
}

/** The rows of a map that is being made: columns of words, sorted by hash only when the bytes are asked for. */
export class MapRows {
  readonly #words: Uint32Array;
  readonly #removed: Uint8Array;
  #length: number;

  private constructor(words: Uint32Array, length: number) {
    this.#words = words;
    this.#removed = new Uint8Array(words.length / rowWords);
    this.#length = length;
  }

  /** Rows of a map as it lies in an archive, with room for more. */
  static from(bytes: Uint8Array, more: number): MapRows {
    const rows = Math.floor(bytes.length / rowLength);
    const words = new Uint32Array((rows + more) * rowWords);
    words.set(toWords(bytes).subarray(0, rows * rowWords));
    return new MapRows(words, rows);
  }

  /** Room for rows that are all new. */
  static withRoom(rows: number): MapRows {
    return new MapRows(new Uint32Array(rows * rowWords), 0);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a row that has a hash but no place yet, and gives its number. */
  add(hash: Uint32Array): number {
    const row = this.#length++;
    this.setHash(row, hash);
    return row;
  }

  remove(row: number): void {
    this.#removed[row] = 1;
  }

  isRemoved(row: number): boolean {
    return this.#removed[row] === 1;
  }

  setHash(row: number, hash: Uint32Array): void {
    this.#words.set(hash.subarray(0, 2), row * rowWords + field.hashLow);
  }

  /** The eight bytes of the row's hash as the file has them. */
  hashBytes(row: number): Uint8Array {
    const bytes = new Uint8Array(8);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.#word(row, field.hashLow), true);
    view.setUint32(4, this.#word(row, field.hashHigh), true);
    return bytes;
  }

  /** The row's hash as users see it. */
  hashText(row: number): string {
    return hexNumber(joinHalves(this.#word(row, field.hashLow), this.#word(row, field.hashHigh)), 16);
  }

  place(row: number): AssetPlace {
    const at = row * rowWords;
    return {
      offset: wide(this.#words, at + field.offset),
      length: wide(this.#words, at + field.length),
      flags: this.#word(row, field.flags),
      dataHash: this.#word(row, field.dataHash),
    };
  }

  setPlace(row: number, { offset, length, flags, dataHash }: AssetPlace): void {
    const numbers = [offset % 2 ** 32, offset / 2 ** 32, length % 2 ** 32, length / 2 ** 32, flags, dataHash];
    this.#words.set(numbers, row * rowWords + field.offset);
  }

  /** The rows that are left, by ascending hash; of equal hashes the earlier row first. */
  order(): Uint32Array {
    const order = new Uint32Array(this.#length);
    let count = 0;
    for (let row = 0; row < this.#length; row++) if (!this.isRemoved(row)) order[count++] = row;
    return order.subarray(0, count).sort((a, b) => this.compare(a, b) || a - b);
  }

  /** Below zero, zero or above, as the first row's hash is below, equal to or above the second's. */
  compare(a: number, b: number): number {
    return (
      this.#word(a, field.hashHigh) - this.#word(b, field.hashHigh) ||
      this.#word(a, field.hashLow) - this.#word(b, field.hashLow)
    );
  }

  /** The map as it goes into the file. */
  toBytes(): Uint8Array {
    const order = this.order();
    const view = new DataView(new ArrayBuffer(order.length * rowLength));
    for (const [position, row] of order.entries()) {
      for (let word = 0; word < rowWords; word++) {
        view.setUint32(position * rowLength + word * 4, this.#word(row, word), true);
      }
    }
    return new Uint8Array(view.buffer);
  }

  /** Whether any two assets have bytes in common. */
  shareBytes(): boolean {
    const starts = new Float64Array(this.#length);
    const ends = new Float64Array(this.#length);
    let count = 0;
    for (let row = 0; row < this.#length; row++) {
      const offset = wide(this.#words, row * rowWords + field.offset);
      const length = wide(this.#words, row * rowWords + field.length);
      if (length === 0) continue;
      starts[count] = offset;
      ends[count++] = offset + length;
    }
    const ascending = starts.subarray(0, count).sort();
    const sortedEnds = ends.subarray(0, count).sort();
    // Ranges are apart exactly when each ends before the next one starts, whichever range those ends belong to.
    return sortedEnds.some((end, at) => end > (ascending[at + 1] ?? Number.POSITIVE_INFINITY));
  }

  #word(row: number, word: number): number {
    return this.#words[row * rowWords + word] ?? 0;
  }
}
