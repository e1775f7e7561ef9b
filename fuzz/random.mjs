/** Numbers that look random and come again with the same seed. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bf03635) | 1;
  }

  /** A whole number below `end`. */
  below(end) {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) % end;
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  /** Once in so many times. */
  once(times) {
    return this.below(times) === 0;
  }

  /** Bytes that compress a little. */
  bytes(length) {
    return Uint8Array.from({ length }, (_, at) =>
      this.once(4) ? this.below(256) : (at * 7 + length) & 0x3f,
    );
  }
}
