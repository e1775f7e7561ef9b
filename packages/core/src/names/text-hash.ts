/**
 * 64-bit hashes of texts for tables in memory, with a secret of their own. Texts come from archives, and whoever can
 * foresee a hash can choose names that all fall on one place. HalfSipHash-1-3, because it mixes the secret into every
 * step: a secret start alone would not help, for the low bits of hashes that multiply collide whatever they start with.
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
    let v0 = this.#key0;
    let v1 = this.#key1;
    let v2 = v0 ^ 0x6c796765;
    let v3 = v1 ^ 0x74656462;
    // First the number and whether the length is odd, then two units at a time, then three rounds with nothing.
    let word = (number << 1) | (length & 1);
    const end = length + (length & 1) + 8;
    for (let at = 1; at < end; at += 2) {
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
      if (at < length) word = text.charCodeAt(at - 1) | (text.charCodeAt(at) << 16);
      else word = at === length ? text.charCodeAt(at - 1) : 0;
    }
    this.high = (v0 ^ v2) >>> 0;
    return (v1 ^ v3) >>> 0;
  }
}

function randomWord(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
