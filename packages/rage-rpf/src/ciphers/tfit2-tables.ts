import { ArchiveError } from '@packwright/core';
import { toWords } from './block-cipher.ts';
import { Tfit2Inverse } from './tfit2-inverse.ts';
import { blocksOfHalf, splitTfit2Tables, tfit2Rounds, tfit2TablesLength } from './tfit2-layout.ts';

/** Bits of an index into a round's look-up table. */
const indexMask = 0xfff;

/**
 * The tables of TFIT2, which all keys share, made ready for use. The cipher picks single bits of a half by masks and
 * parities, which is a linear map: here it becomes tables for each byte of the half, that give the results for all
 * eight blocks (or output bytes) at once.
 */
export class Tfit2Tables {
  /** 16 × 256 pairs of words. */
  readonly init: Int32Array;
  /** 17 × 4096 pairs of words. */
  readonly lookups: Int32Array;
  /** 17 rounds × 2 halves × 8 bytes × 256 values × 4 words of two 16-bit lanes, a lane for each block of the half. */
  readonly selectors: Int32Array;
  /** 17 rounds × 2 halves × 4 words: what the lanes are combined with at the end. */
  readonly constants: Int32Array;
  /** 2 halves × 8 bytes × 256 values × 2 words of four 8-bit lanes, a lane for each output byte. */
  readonly endSelectors: Int32Array;
  /** 16 × 256 bytes, with the final constant already worked in. */
  readonly endTables: Uint8Array;
  #inverse: Tfit2Inverse | undefined;

  private constructor(bytes: Uint8Array) {
    const parts = splitTfit2Tables(bytes);
    this.init = toWords(parts.init);
    this.lookups = toWords(parts.lookups);
    this.selectors = makeSelectors(parts.masks);
    this.constants = makeConstants(toWords(parts.xors));
    this.endSelectors = makeEndSelectors(parts.endMasks);
    this.endTables = parts.endTables.map((_, i) => parts.endTables[i ^ (parts.endXor[i >>> 8] ?? 0)] ?? 0);
  }

  /** The joined tables; the same bytes give the same object, so that work is done once. */
  static of(bytes: Uint8Array): Tfit2Tables {
    const known = cache.get(bytes);
    if (known !== undefined) return known;
    if (bytes.length !== tfit2TablesLength) {
      throw new ArchiveError(
        'KEY_WRONG',
        `Found ${bytes.length} bytes of TFIT2 tables, expected ${tfit2TablesLength}.`,
      );
    }
    const tables = new Tfit2Tables(bytes);
    cache.set(bytes, tables);
    return tables;
  }

  /** What encrypting needs, made at the first use; throws `WRITE_REFUSED` for tables that have no inverse. */
  get inverse(): Tfit2Inverse {
    this.#inverse ??= new Tfit2Inverse(this);
    return this.#inverse;
  }
}

const cache = new WeakMap<Uint8Array, Tfit2Tables>();

const parity = Uint8Array.from({ length: 256 }, (_, value) => {
  let bits = 0;
  for (let rest = value; rest > 0; rest >>>= 1) bits ^= rest & 1;
  return bits;
});

/**
 * What eight 64-bit masks (bytes from `at` on) pick from byte `position` of a half that has a value: bit n is the
 * parity of the value and byte n of the mask. The first mask belongs to the last byte.
 */
function select(masks: Uint8Array, at: number, position: number, value: number): number {
  const mask = at + 8 * (7 - position);
  let bits = 0;
  for (let n = 0; n < 8; n++) bits |= (parity[value & (masks[mask + n] ?? 0)] ?? 0) << n;
  return bits;
}

function makeSelectors(masks: Uint8Array): Int32Array {
  const selectors = new Int32Array(tfit2Rounds * 2 * 8 * 256 * 4);
  for (let round = 0; round < tfit2Rounds; round++) {
    for (let half = 0; half < 2; half++) {
      for (const [lane, block] of blocksOfHalf(round, half).entries()) {
        const low = (16 * round + block) * 128 + 64;
        const high = low - 64;
        for (let position = 0; position < 8; position++) {
          const table = ((2 * round + half) * 8 + position) * 1024 + (lane >>> 1);
          fillLinear(
            selectors,
            table,
            4,
            (bit) =>
              (select(masks, low, position, bit) | ((select(masks, high, position, bit) & 15) << 8)) <<
              (16 * (lane & 1)),
          );
        }
      }
    }
  }
  return selectors;
}

function makeEndSelectors(endMasks: Uint8Array): Int32Array {
  const selectors = new Int32Array(2 * 8 * 256 * 2);
  for (let byte = 0; byte < 16; byte++) {
    for (let position = 0; position < 8; position++) {
      const table = ((byte >>> 3) * 8 + position) * 512 + ((byte >>> 2) & 1);
      fillLinear(
        selectors,
        table,
        2,
        (bit) => select(endMasks, 64 * byte, position, bit) << (8 * (byte & 3)),
      );
    }
  }
  return selectors;
}

/** Adds a linear function of a byte to a table, given its values for single bits. */
function fillLinear(table: Int32Array, at: number, stride: number, ofBit: (bit: number) => number): void {
  for (let bit = 1; bit < 256; bit *= 2) {
    const word = ofBit(bit);
    if (word === 0) continue;
    for (let value = 0; value < 256; value++) {
      if ((value & bit) === 0) continue;
      const index = at + stride * value;
      table[index] = (table[index] ?? 0) ^ word;
    }
  }
}

function makeConstants(xors: Int32Array): Int32Array {
  const constants = new Int32Array(tfit2Rounds * 2 * 4);
  for (let round = 0; round < tfit2Rounds; round++) {
    for (let half = 0; half < 2; half++) {
      for (const [lane, block] of blocksOfHalf(round, half).entries()) {
        const at = (2 * round + half) * 4 + (lane >>> 1);
        const value = (xors[16 * round + block] ?? 0) & indexMask;
        constants[at] = (constants[at] ?? 0) | (value << (16 * (lane & 1)));
      }
    }
  }
  return constants;
}
