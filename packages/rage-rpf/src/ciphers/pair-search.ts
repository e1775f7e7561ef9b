/**
 * Inverts `t0[a] ^ t1[b] ^ t2[c] ^ t3[d]` for any four tables of 256 words, by search: all 65536 sums of the first
 * two are sorted by their low half, then those of the other two are tried. Always right, and slow.
 */
export class PairSearch {
  readonly #tables: readonly Int32Array[];
  /** For each low half, where its pairs begin in `#pairs`. */
  readonly #starts = new Int32Array(65537);
  readonly #pairs = new Uint16Array(65536);

  /** Four tables of 256 words. */
  constructor(tables: readonly Int32Array[]) {
    this.#tables = tables;
    const [first = empty, second = empty] = tables;
    const sum = (pair: number): number => ((first[pair >>> 8] ?? 0) ^ (second[pair & 0xff] ?? 0)) & 0xffff;
    for (let pair = 0; pair < 65536; pair++) {
      const at = sum(pair) + 1;
      this.#starts[at] = (this.#starts[at] ?? 0) + 1;
    }
    for (let low = 0; low < 65536; low++) {
      this.#starts[low + 1] = (this.#starts[low + 1] ?? 0) + (this.#starts[low] ?? 0);
    }
    const next = this.#starts.slice();
    for (let pair = 0; pair < 65536; pair++) {
      const low = sum(pair);
      const at = next[low] ?? 0;
      this.#pairs[at] = pair;
      next[low] = at + 1;
    }
  }

  /** The four indices as the bytes of a number, first one lowest; nothing when no indices give the target. */
  find(target: number): number | undefined {
    const [first = empty, second = empty, third = empty, fourth = empty] = this.#tables;
    for (let c = 0; c < 256; c++) {
      const rest = target ^ (third[c] ?? 0);
      for (let d = 0; d < 256; d++) {
        const wanted = rest ^ (fourth[d] ?? 0);
        const low = wanted & 0xffff;
        const end = this.#starts[low + 1] ?? 0;
        for (let at = this.#starts[low] ?? 0; at < end; at++) {
          const pair = this.#pairs[at] ?? 0;
          if (((first[pair >>> 8] ?? 0) ^ (second[pair & 0xff] ?? 0)) === wanted) {
            return ((d << 24) | (c << 16) | ((pair & 0xff) << 8) | (pair >>> 8)) >>> 0;
          }
        }
      }
    }
    return undefined;
  }
}

const empty = new Int32Array(0);
