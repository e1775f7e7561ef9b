import { ArchiveError } from '@packwright/core';
import { type BlockCipher, readWord, toWords, writeWord } from './block-cipher.ts';
import { isStraightRound, sourcesOf, tfitKeyLength, tfitRounds } from './tfit-layout.ts';
import type { TfitTables } from './tfit-tables.ts';

/** TFIT with one key: the NG cipher of GTA V, and the cipher of RDR2 on PS4 and phones. */
export class TfitCipher implements BlockCipher {
  readonly #key: Int32Array;
  readonly #tables: TfitTables;
  readonly #state = new Uint8Array(16);

  /** A key of 272 bytes. */
  constructor(key: Uint8Array, tables: TfitTables) {
    if (key.length !== tfitKeyLength) {
      throw new ArchiveError(
        'KEY_WRONG',
        `Found ${key.length} bytes of a TFIT key, expected ${tfitKeyLength}.`,
      );
    }
    this.#key = toWords(key);
    this.#tables = tables;
  }

  decryptBlock(input: Uint8Array, at: number, output: Uint8Array, to: number): void {
    const key = this.#key;
    const table = this.#tables.words;
    let a = readWord(input, at);
    let b = readWord(input, at + 4);
    let c = readWord(input, at + 8);
    let d = readWord(input, at + 12);
    for (let round = 0; round < tfitRounds; round++) {
      const k = 4 * round;
      const t = 4096 * round;
      // `sourcesOf` written out, because this is where the time goes.
      if (isStraightRound(round)) {
        const w =
          (key[k] ?? 0) ^
          (table[t + (a & 0xff)] ?? 0) ^
          (table[t + 256 + ((a >>> 8) & 0xff)] ?? 0) ^
          (table[t + 512 + ((a >>> 16) & 0xff)] ?? 0) ^
          (table[t + 768 + (a >>> 24)] ?? 0);
        const x =
          (key[k + 1] ?? 0) ^
          (table[t + 1024 + (b & 0xff)] ?? 0) ^
          (table[t + 1280 + ((b >>> 8) & 0xff)] ?? 0) ^
          (table[t + 1536 + ((b >>> 16) & 0xff)] ?? 0) ^
          (table[t + 1792 + (b >>> 24)] ?? 0);
        const y =
          (key[k + 2] ?? 0) ^
          (table[t + 2048 + (c & 0xff)] ?? 0) ^
          (table[t + 2304 + ((c >>> 8) & 0xff)] ?? 0) ^
          (table[t + 2560 + ((c >>> 16) & 0xff)] ?? 0) ^
          (table[t + 2816 + (c >>> 24)] ?? 0);
        const z =
          (key[k + 3] ?? 0) ^
          (table[t + 3072 + (d & 0xff)] ?? 0) ^
          (table[t + 3328 + ((d >>> 8) & 0xff)] ?? 0) ^
          (table[t + 3584 + ((d >>> 16) & 0xff)] ?? 0) ^
          (table[t + 3840 + (d >>> 24)] ?? 0);
        a = w;
        b = x;
        c = y;
        d = z;
      } else {
        const w =
          (key[k] ?? 0) ^
          (table[t + (a & 0xff)] ?? 0) ^
          (table[t + 1792 + (b >>> 24)] ?? 0) ^
          (table[t + 2560 + ((c >>> 16) & 0xff)] ?? 0) ^
          (table[t + 3328 + ((d >>> 8) & 0xff)] ?? 0);
        const x =
          (key[k + 1] ?? 0) ^
          (table[t + 256 + ((a >>> 8) & 0xff)] ?? 0) ^
          (table[t + 1024 + (b & 0xff)] ?? 0) ^
          (table[t + 2816 + (c >>> 24)] ?? 0) ^
          (table[t + 3584 + ((d >>> 16) & 0xff)] ?? 0);
        const y =
          (key[k + 2] ?? 0) ^
          (table[t + 512 + ((a >>> 16) & 0xff)] ?? 0) ^
          (table[t + 1280 + ((b >>> 8) & 0xff)] ?? 0) ^
          (table[t + 2048 + (c & 0xff)] ?? 0) ^
          (table[t + 3840 + (d >>> 24)] ?? 0);
        const z =
          (key[k + 3] ?? 0) ^
          (table[t + 768 + (a >>> 24)] ?? 0) ^
          (table[t + 1536 + ((b >>> 16) & 0xff)] ?? 0) ^
          (table[t + 2304 + ((c >>> 8) & 0xff)] ?? 0) ^
          (table[t + 3072 + (d & 0xff)] ?? 0);
        a = w;
        b = x;
        c = y;
        d = z;
      }
    }
    writeWord(output, to, a);
    writeWord(output, to + 4, b);
    writeWord(output, to + 8, c);
    writeWord(output, to + 12, d);
  }

  encryptBlock(input: Uint8Array, at: number, output: Uint8Array, to: number): void {
    const { inverse } = this.#tables;
    const state = this.#state;
    const words = [
      readWord(input, at),
      readWord(input, at + 4),
      readWord(input, at + 8),
      readWord(input, at + 12),
    ];
    for (let round = tfitRounds - 1; round >= 0; round--) {
      const sources = sourcesOf(round);
      for (let word = 0; word < 4; word++) {
        const found = inverse.invert(round, word, (words[word] ?? 0) ^ (this.#key[4 * round + word] ?? 0));
        for (let j = 0; j < 4; j++) state[sources[4 * word + j] ?? 0] = found >>> (8 * j);
      }
      for (let word = 0; word < 4; word++) words[word] = readWord(state, 4 * word);
    }
    output.set(state, to);
  }
}
