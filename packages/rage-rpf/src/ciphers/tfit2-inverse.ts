import { ArchiveError } from '@packwright/core';
import { CoordinateMap } from './coordinate-map.ts';
import { blocksOfHalf, tfit2Rounds } from './tfit2-layout.ts';
import type { Tfit2Tables } from './tfit2-tables.ts';
import { type Summand, XorSplit } from './xor-split.ts';

/** Most different bits of a half that a block may look at: a byte's worth, or the sum cannot be taken apart. */
const mostBits = 8;

/** One round backwards: the sum of each word taken apart into indices, and the bits of each half found from them. */
interface RoundInverse {
  readonly words: readonly [XorSplit, XorSplit];
  readonly halves: readonly [CoordinateMap, CoordinateMap];
}

/**
 * The rounds of TFIT2 backwards. Possible where each block looks at up to 8 bits of its half, the look-up values of
 * the blocks of a word differ in directions of their own, and all blocks together see every bit of the state; that
 * is so for tables made as a linear map after a substitution. Other tables can only decrypt.
 */
export class Tfit2Inverse {
  readonly #rounds: readonly RoundInverse[];
  readonly #first: readonly [XorSplit, XorSplit];
  readonly #last: readonly [CoordinateMap, CoordinateMap];
  readonly #endTables: Uint8Array;
  readonly #state = new Int32Array(4);
  readonly #lanes = new Int32Array(4);
  readonly #indices = new Uint16Array(16);

  constructor(tables: Tfit2Tables) {
    this.#endTables = invertEndTables(tables.endTables);
    this.#first = both((half) => splitInit(tables, half));
    this.#last = both((half) => mapHalf(tables.endSelectors, half * 4096, 2, 'the end'));
    this.#rounds = Array.from({ length: tfit2Rounds }, (_, round) => ({
      words: both((word) => splitWord(tables, round, word)),
      halves: both((half) => mapHalf(tables.selectors, (2 * round + half) * 8192, 4, `round ${round}`)),
    }));
  }

  /** Writes what decrypts to `plain`; where there is nothing that does, the result is meaningless. */
  encrypt(plain: Uint8Array, key: Int32Array, output: Uint8Array, to: number): void {
    const state = this.#state;
    const indices = this.#indices;
    for (let i = 0; i < 16; i++) indices[i] = this.#endTables[256 * i + (plain[i] ?? 0)] ?? 0;
    for (let half = 0; half < 2; half++) {
      for (let word = 0; word < 2; word++) {
        const at = 8 * half + 4 * word;
        this.#lanes[word] =
          (indices[at] ?? 0) |
          ((indices[at + 1] ?? 0) << 8) |
          ((indices[at + 2] ?? 0) << 16) |
          ((indices[at + 3] ?? 0) << 24);
      }
      this.#setHalf(half, this.#last[half === 0 ? 0 : 1]);
    }
    for (let round = tfit2Rounds - 1; round >= 0; round--) this.#undoRound(round, key);
    this.#first[0].split(state, 0, indices, 0);
    this.#first[1].split(state, 2, indices, 8);
    output.set(indices, to);
  }

  #undoRound(round: number, key: Int32Array): void {
    const inverse = this.#rounds[round];
    if (inverse === undefined) return;
    for (let word = 0; word < 4; word++) {
      this.#state[word] = (this.#state[word] ?? 0) ^ (key[4 * (round + 1) + word] ?? 0);
    }
    inverse.words[0].split(this.#state, 0, this.#indices, 0);
    inverse.words[1].split(this.#state, 2, this.#indices, 8);
    for (let half = 0; half < 2; half++) {
      const blocks = blocksOfHalf(round, half);
      for (let word = 0; word < 4; word++) {
        const low = this.#indices[blocks[2 * word] ?? 0] ?? 0;
        const high = this.#indices[blocks[2 * word + 1] ?? 0] ?? 0;
        this.#lanes[word] = low | (high << 16);
      }
      this.#setHalf(half, inverse.halves[half === 0 ? 0 : 1]);
    }
  }

  #setHalf(half: number, map: CoordinateMap): void {
    this.#state[2 * half] = map.low(this.#lanes, 0);
    this.#state[2 * half + 1] = map.high(this.#lanes, 0);
  }
}

function both<T>(make: (number: 0 | 1) => T): readonly [T, T] {
  return [make(0), make(1)];
}

function splitInit(tables: Tfit2Tables, half: number): XorSplit {
  const indices = Uint16Array.from({ length: 256 }, (_, i) => i);
  const summands = Array.from({ length: 8 }, (_, i): Summand => {
    const at = 512 * (8 * half + i);
    return { values: tables.init.subarray(at, at + 512), indices };
  });
  return XorSplit.of(summands, 2) ?? refuse('the start');
}

function splitWord(tables: Tfit2Tables, round: number, word: number): XorSplit {
  const summands = Array.from({ length: 8 }, (_, i) => summandOf(tables, round, 8 * word + i));
  return XorSplit.of(summands, 2) ?? refuse(`round ${round}`);
}

/** All values that a block can add, with the bits of the state (not yet combined with the constant) that choose them. */
function summandOf(tables: Tfit2Tables, round: number, block: number): Summand {
  const half = blocksOfHalf(round, 0).includes(block) ? 0 : 1;
  const lane = blocksOfHalf(round, half).indexOf(block);
  const shift = 16 * (lane & 1);
  const base = 2 * round + half;
  const constant = ((tables.constants[4 * base + (lane >>> 1)] ?? 0) >>> shift) & 0xffff;
  const seen = new Set<number>([0]);
  for (let bit = 0; bit < 64; bit++) {
    const row = base * 8192 + unitRow(bit, 4) + (lane >>> 1);
    const index = ((tables.selectors[row] ?? 0) >>> shift) & 0xffff;
    if (seen.has(index)) continue;
    if (seen.size === 2 ** mostBits) return refuse(`round ${round}`);
    for (const other of [...seen]) seen.add(other ^ index);
  }
  const indices = Uint16Array.from(seen);
  const values = new Int32Array(2 * indices.length);
  for (const [i, index] of indices.entries()) {
    const at = 2 * (4096 * round + (index ^ constant));
    values.set(tables.lookups.subarray(at, at + 2), 2 * i);
  }
  return { values, indices };
}

/** Finds a half from what eight selectors (tables of `width` words for each byte and value) give for it. */
function mapHalf(selectors: Int32Array, at: number, width: number, where: string): CoordinateMap {
  const basis = new Map<number, Int32Array>();
  for (let bit = 0; bit < 64; bit++) {
    const row = at + unitRow(bit, width);
    basis.set(bit, selectors.subarray(row, row + width));
  }
  return CoordinateMap.of(basis, width) ?? refuse(where);
}

/** Where the selectors have the row for a single bit of a half. */
function unitRow(bit: number, width: number): number {
  return ((bit >>> 3) * 256 + (1 << (bit & 7))) * width;
}

function invertEndTables(endTables: Uint8Array): Uint8Array {
  const inverse = new Uint8Array(endTables.length);
  for (let table = 0; table < endTables.length; table += 256) {
    const seen = new Set(endTables.subarray(table, table + 256));
    if (seen.size !== 256) refuse('the end');
    for (let i = 0; i < 256; i++) inverse[table + (endTables[table + i] ?? 0)] = i;
  }
  return inverse;
}

function refuse(where: string): never {
  throw new ArchiveError(
    'WRITE_REFUSED',
    `The TFIT2 tables have no inverse at ${where}: they can only decrypt.`,
    {
      help: 'Write the archive without encryption.',
    },
  );
}
