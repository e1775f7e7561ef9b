import { ArchiveError } from '@packwright/core';
import { type BlockCipher, toWords } from './block-cipher.ts';
import { isStraightTfit2Round, tfit2KeyLength, tfit2Rounds } from './tfit2-layout.ts';
import type { Tfit2Tables } from './tfit2-tables.ts';

/** TFIT2 with one key: the cipher of RDR2 on PC. */
export class Tfit2Cipher implements BlockCipher {
  readonly #key: Int32Array;
  readonly #tables: Tfit2Tables;
  readonly #check = new Uint8Array(16);

  /** A key of 288 bytes. */
  constructor(key: Uint8Array, tables: Tfit2Tables) {
    if (key.length !== tfit2KeyLength) {
      throw new ArchiveError(
        'KEY_WRONG',
        `Found ${key.length} bytes of a TFIT2 key, expected ${tfit2KeyLength}.`,
      );
    }
    this.#key = toWords(key);
    this.#tables = tables;
  }

  decryptBlock(input: Uint8Array, at: number, output: Uint8Array, to: number): void {
    const { selectors, constants, lookups } = this.#tables;
    const key = this.#key;
    // Two halves of 64 bits, low word first.
    let a = this.#begin(input, at, 0);
    let b = this.#begin(input, at, 1);
    let c = this.#begin(input, at + 8, 4096);
    let d = this.#begin(input, at + 8, 4097);
    for (let round = 0; round < tfit2Rounds; round++) {
      const isStraight = isStraightTfit2Round(round);
      // The first pair of the key is not used.
      const pair = 4 * (round + 1);
      let w = key[pair] ?? 0;
      let x = key[pair + 1] ?? 0;
      let y = key[pair + 2] ?? 0;
      let z = key[pair + 3] ?? 0;
      for (let half = 0; half < 2; half++) {
        const low = half === 0 ? a : c;
        const high = half === 0 ? b : d;
        const base = 2 * round + half;
        const row = 8192 * base;
        const r0 = row + 4 * (low & 0xff);
        const r1 = row + 1024 + 4 * ((low >>> 8) & 0xff);
        const r2 = row + 2048 + 4 * ((low >>> 16) & 0xff);
        const r3 = row + 3072 + 4 * (low >>> 24);
        const r4 = row + 4096 + 4 * (high & 0xff);
        const r5 = row + 5120 + 4 * ((high >>> 8) & 0xff);
        const r6 = row + 6144 + 4 * ((high >>> 16) & 0xff);
        const r7 = row + 7168 + 4 * (high >>> 24);
        const y0 =
          (constants[4 * base] ?? 0) ^
          (selectors[r0] ?? 0) ^
          (selectors[r1] ?? 0) ^
          (selectors[r2] ?? 0) ^
          (selectors[r3] ?? 0) ^
          (selectors[r4] ?? 0) ^
          (selectors[r5] ?? 0) ^
          (selectors[r6] ?? 0) ^
          (selectors[r7] ?? 0);
        const y1 =
          (constants[4 * base + 1] ?? 0) ^
          (selectors[r0 + 1] ?? 0) ^
          (selectors[r1 + 1] ?? 0) ^
          (selectors[r2 + 1] ?? 0) ^
          (selectors[r3 + 1] ?? 0) ^
          (selectors[r4 + 1] ?? 0) ^
          (selectors[r5 + 1] ?? 0) ^
          (selectors[r6 + 1] ?? 0) ^
          (selectors[r7 + 1] ?? 0);
        const y2 =
          (constants[4 * base + 2] ?? 0) ^
          (selectors[r0 + 2] ?? 0) ^
          (selectors[r1 + 2] ?? 0) ^
          (selectors[r2 + 2] ?? 0) ^
          (selectors[r3 + 2] ?? 0) ^
          (selectors[r4 + 2] ?? 0) ^
          (selectors[r5 + 2] ?? 0) ^
          (selectors[r6 + 2] ?? 0) ^
          (selectors[r7 + 2] ?? 0);
        const y3 =
          (constants[4 * base + 3] ?? 0) ^
          (selectors[r0 + 3] ?? 0) ^
          (selectors[r1 + 3] ?? 0) ^
          (selectors[r2 + 3] ?? 0) ^
          (selectors[r3 + 3] ?? 0) ^
          (selectors[r4 + 3] ?? 0) ^
          (selectors[r5 + 3] ?? 0) ^
          (selectors[r6 + 3] ?? 0) ^
          (selectors[r7 + 3] ?? 0);
        const table = 8192 * round;
        const i0 = table + 2 * (y0 & 0xfff);
        const i1 = table + 2 * (y0 >>> 16);
        const i2 = table + 2 * (y1 & 0xfff);
        const i3 = table + 2 * (y1 >>> 16);
        const i4 = table + 2 * (y2 & 0xfff);
        const i5 = table + 2 * (y2 >>> 16);
        const i6 = table + 2 * (y3 & 0xfff);
        const i7 = table + 2 * (y3 >>> 16);
        const low0 = (lookups[i0] ?? 0) ^ (lookups[i1] ?? 0) ^ (lookups[i2] ?? 0) ^ (lookups[i3] ?? 0);
        const high0 =
          (lookups[i0 + 1] ?? 0) ^ (lookups[i1 + 1] ?? 0) ^ (lookups[i2 + 1] ?? 0) ^ (lookups[i3 + 1] ?? 0);
        const low1 = (lookups[i4] ?? 0) ^ (lookups[i5] ?? 0) ^ (lookups[i6] ?? 0) ^ (lookups[i7] ?? 0);
        const high1 =
          (lookups[i4 + 1] ?? 0) ^ (lookups[i5 + 1] ?? 0) ^ (lookups[i6 + 1] ?? 0) ^ (lookups[i7 + 1] ?? 0);
        // A crossed round gives half of the blocks to each word, a straight one all to the word of the half.
        if (!isStraight) {
          w ^= low0;
          x ^= high0;
          y ^= low1;
          z ^= high1;
        } else if (half === 0) {
          w ^= low0 ^ low1;
          x ^= high0 ^ high1;
        } else {
          y ^= low0 ^ low1;
          z ^= high0 ^ high1;
        }
      }
      a = w;
      b = x;
      c = y;
      d = z;
    }
    this.#end(output, to, 0, a, b);
    this.#end(output, to + 8, 1, c, d);
  }

  encryptBlock(input: Uint8Array, at: number, output: Uint8Array, to: number): void {
    const plain = input.slice(at, at + 16);
    this.#tables.inverse.encrypt(plain, this.#key, output, to);
    this.decryptBlock(output, to, this.#check, 0);
    if (this.#check.every((byte, i) => byte === plain[i])) return;
    throw new ArchiveError(
      'WRITE_REFUSED',
      'The TFIT2 tables have no input for a block: they cannot encrypt it.',
      {
        help: 'Write the archive without encryption.',
      },
    );
  }

  /** One word of a half: the sum of eight table values, each of which is a pair of words. */
  #begin(input: Uint8Array, at: number, first: number): number {
    const { init } = this.#tables;
    let word = 0;
    for (let i = 0, table = first; i < 8; i++, table += 512)
      word ^= init[table + 2 * (input[at + i] ?? 0)] ?? 0;
    return word;
  }

  #end(output: Uint8Array, to: number, half: number, low: number, high: number): void {
    const { endSelectors, endTables } = this.#tables;
    let first = 0;
    let second = 0;
    for (let position = 0, table = 4096 * half; position < 8; position++, table += 512) {
      const word = position < 4 ? low : high;
      const row = table + 2 * ((word >>> (8 * (position & 3))) & 0xff);
      first ^= endSelectors[row] ?? 0;
      second ^= endSelectors[row + 1] ?? 0;
    }
    for (let i = 0; i < 8; i++) {
      const index = ((i < 4 ? first : second) >>> (8 * (i & 3))) & 0xff;
      output[to + i] = endTables[256 * (8 * half + i) + index] ?? 0;
    }
  }
}
