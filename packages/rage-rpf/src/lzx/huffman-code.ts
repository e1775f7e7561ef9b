import { ArchiveError } from '@packwright/core';
import type { BitInput } from './bit-input.ts';

/** Longest code LZX has. */
const longest = 16;
/** Codes up to this length are found with one look into a table. */
const fastBits = 11;

/** A canonical Huffman code that is rebuilt for every block from the lengths of its codes. */
export class HuffmanCode {
  readonly #fast = new Uint16Array(1 << fastBits);
  /** First 16-bit pattern beyond the codes of each length. */
  readonly #limit = new Uint32Array(longest + 1);
  readonly #first = new Uint32Array(longest + 1);
  readonly #start = new Uint32Array(longest + 2);
  readonly #symbols: Uint16Array;
  readonly #name: string;

  constructor(name: string, size: number) {
    this.#name = name;
    this.#symbols = new Uint16Array(size);
  }

  /** Takes new code lengths. They must make a whole code, or none at all for symbols that the block never uses. */
  build(lengths: Uint8Array): void {
    const count = new Uint32Array(longest + 1);
    for (const length of lengths) count[length] = (count[length] ?? 0) + 1;
    count[0] = 0;
    let pattern = 0;
    let start = 0;
    for (let length = 1; length <= longest; length++) {
      const codes = count[length] ?? 0;
      this.#first[length] = pattern;
      this.#start[length] = start;
      pattern += codes * 2 ** (longest - length);
      start += codes;
      this.#limit[length] = pattern;
    }
    if (pattern !== 2 ** longest && pattern !== 0) {
      throw new ArchiveError(
        'DAMAGED',
        `Found LZX ${this.#name} code lengths that fill ${pattern} of 65536 places, expected all or none.`,
      );
    }
    this.#sortSymbols(lengths);
    this.#fillFast();
  }

  /** Reads one symbol. */
  read(input: BitInput): number {
    const bits = input.peek16();
    const hit = this.#fast[bits >>> (longest - fastBits)] ?? 0;
    if (hit !== 0) {
      input.drop(hit & 15);
      return hit >>> 4;
    }
    for (let length = fastBits + 1; length <= longest; length++) {
      if (bits < (this.#limit[length] ?? 0)) {
        input.drop(length);
        return this.#symbolAt(length, bits);
      }
    }
    throw new ArchiveError(
      'DAMAGED',
      `Found LZX bits 0x${bits.toString(16)} that are no ${this.#name} code.`,
    );
  }

  #symbolAt(length: number, bits: number): number {
    const nth = (bits - (this.#first[length] ?? 0)) >>> (longest - length);
    return this.#symbols[(this.#start[length] ?? 0) + nth] ?? 0;
  }

  #sortSymbols(lengths: Uint8Array): void {
    const next = this.#start.slice();
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] ?? 0;
      if (length === 0) continue;
      const at = next[length] ?? 0;
      this.#symbols[at] = symbol;
      next[length] = at + 1;
    }
  }

  #fillFast(): void {
    this.#fast.fill(0);
    for (let length = 1; length <= fastBits; length++) {
      const step = 2 ** (longest - length);
      for (let bits = this.#first[length] ?? 0; bits < (this.#limit[length] ?? 0); bits += step) {
        const from = bits >>> (longest - fastBits);
        this.#fast.fill((this.#symbolAt(length, bits) << 4) | length, from, from + 2 ** (fastBits - length));
      }
    }
  }
}
