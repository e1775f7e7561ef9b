/** Writes bits the LZX way: 16-bit little-endian words, most significant bit first. */
export class LzxBits {
  readonly #bytes: number[] = [];
  #word = 0;
  #used = 0;

  get isAtBorder(): boolean {
    return this.#used === 0;
  }

  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#word = (this.#word << 1) | (Math.floor(value / 2 ** bit) & 1);
      if (++this.#used === 16) this.#flush();
    }
    return this;
  }

  /** The padding before the raw part of an uncompressed block: 1 to 16 bits. */
  alignWord(): this {
    return this.bits(0, 16 - this.#used);
  }

  raw(...bytes: readonly number[]): this {
    this.#bytes.push(...bytes);
    return this;
  }

  finish(): Uint8Array {
    if (this.#used > 0) this.alignWord();
    return Uint8Array.from(this.#bytes);
  }

  #flush(): void {
    this.#bytes.push(this.#word & 0xff, (this.#word >>> 8) & 0xff);
    this.#word = 0;
    this.#used = 0;
  }
}

/** A short chunk. */
export function makeChunk(size: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  return Uint8Array.from([0xff, size >>> 8, size & 0xff, length >>> 8, length & 0xff, ...payload]);
}

/**
 * Writes code lengths for symbols `[from, to)`, given the ones of the block before, without runs: the tree code has all
 * differences 0–15 with 4 bits each.
 */
export function writeLengths(bits: LzxBits, before: readonly number[], lengths: readonly number[]): void {
  for (let symbol = 0; symbol < 20; symbol++) bits.bits(symbol < 16 ? 4 : 0, 4);
  lengths.forEach((length, i) => {
    bits.bits(((before[i] ?? 0) + 17 - length) % 17, 4);
  });
}

/** Canonical codes for lengths: symbol → [code, length]. */
export function assignCodes(lengths: readonly number[]): ReadonlyMap<number, readonly [number, number]> {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  for (let length = 1; length <= 16; length++) {
    lengths.forEach((each, symbol) => {
      if (each === length) codes.set(symbol, [code++, length]);
    });
    code *= 2;
  }
  return codes;
}
