/**
 * 64-bit hashes of texts for tables in memory, with a secret of their own. Texts come from archives, and whoever can
 * foresee a hash can choose names that all fall on one place. This is Marvin, which .NET has for the same reason: its two
 * halves turn and add up, so that the secret is mixed into each step. A hash that multiplies and merely starts with a
 * secret would not do: names that collide with one start collide with most.
 */
export class TextHash {
  /** The other half of the last hash: returning a pair would make an object for each text. */
  high = 0;
  readonly #key0: number;
  readonly #key1: number;

  /** Keys are 32-bit numbers; tests bring their own. */
  constructor(key0: number = randomWord(), key1: number = randomWord()) {
    this.#key0 = key0 | 0;
    this.#key1 = key1 | 0;
  }

  /** The low half of the hash of a number below 2^31 and a text. The round stands in the loop: cold calls are slow. */
  of(number: number, text: string): number {
    const { length } = text;
    let low = this.#key0;
    let high = this.#key1;
    // First the number and whether the length is odd, then two units at a time, then two rounds with nothing.
    let word = (number << 1) | (length & 1);
    const end = length + (length & 1) + 6;
    for (let at = 1; at < end; at += 2) {
      low = (low + word) | 0;
      high ^= low;
      low = (((low << 20) | (low >>> 12)) + high) | 0;
      high = ((high << 9) | (high >>> 23)) ^ low;
      low = (((low << 27) | (low >>> 5)) + high) | 0;
      high = (high << 19) | (high >>> 13);
      if (at < length) word = text.charCodeAt(at - 1) | (text.charCodeAt(at) << 16);
      else word = at === length ? text.charCodeAt(at - 1) : 0;
    }
    this.high = high >>> 0;
    return low >>> 0;
  }
}

function randomWord(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
