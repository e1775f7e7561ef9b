import { ArchiveError } from '@packwright/core';
import { PairSearch } from './pair-search.ts';
import { sourcesOf } from './tfit-layout.ts';
import { XorSplit } from './xor-split.ts';

type Inversion = XorSplit | PairSearch;

/**
 * The rounds of TFIT backwards. Each output word of a round is a sum of four table values; its inversion is a few
 * look-ups where the tables are linear maps after a substitution, and a search of about 0.3 ms where they are not.
 */
export class TfitInverse {
  readonly #tables: Int32Array;
  readonly #inversions: Inversion[] = [];
  readonly #indices = new Uint16Array(4);
  readonly #target = new Int32Array(1);

  constructor(tables: Int32Array) {
    this.#tables = tables;
  }

  /** The four input bytes, in the order of the word's positions, that give a word without its key. */
  invert(round: number, word: number, target: number): number {
    const inversion = this.#inversion(round, word);
    if (inversion instanceof PairSearch) {
      const found = inversion.find(target);
      if (found === undefined) throw notInvertible(round, word);
      return found;
    }
    this.#target[0] = target;
    if (!inversion.split(this.#target, 0, this.#indices, 0)) throw notInvertible(round, word);
    const [a = 0, b = 0, c = 0, d = 0] = this.#indices;
    return a | (b << 8) | (c << 16) | (d << 24);
  }

  #inversion(round: number, word: number): Inversion {
    const key = 4 * round + word;
    this.#inversions[key] ??= makeInversion(this.#tables, round, word);
    return this.#inversions[key];
  }
}

const everyByte = Uint16Array.from({ length: 256 }, (_, i) => i);

function makeInversion(tables: Int32Array, round: number, word: number): Inversion {
  const four = sourcesOf(round)
    .slice(4 * word, 4 * word + 4)
    .map((source) => tables.subarray((16 * round + source) * 256, (16 * round + source + 1) * 256));
  const summands = four.map((values) => ({ values, indices: everyByte }));
  return XorSplit.of(summands, 1) ?? new PairSearch(four);
}

function notInvertible(round: number, word: number): ArchiveError {
  return new ArchiveError(
    'WRITE_REFUSED',
    `The TFIT tables have no input for a value of word ${word} in round ${round}: they cannot encrypt this data.`,
    { help: 'Write the archive without encryption.' },
  );
}
