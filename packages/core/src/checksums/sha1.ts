import { BlockHash } from './block-hash.ts';

const initial = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

/** SHA-1 (FIPS 180-4), for platforms without a synchronous native one. */
export class Sha1 extends BlockHash {
  readonly #words = new Int32Array(80);

  constructor() {
    super(initial);
  }

  protected override compress(block: DataView, offset: number): void {
    const w = this.#words;
    const { state } = this;
    for (let i = 0; i < 16; i++) w[i] = block.getInt32(offset + 4 * i);
    for (let i = 16; i < 80; i++) {
      const word =
        (w[i - 3] as number) ^ (w[i - 8] as number) ^ (w[i - 14] as number) ^ (w[i - 16] as number);
      w[i] = (word << 1) | (word >>> 31);
    }
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    for (let i = 0; i < 80; i++) {
      let mix: number;
      if (i < 20) mix = ((b & c) | (~b & d)) + 0x5a827999;
      else if (i < 40) mix = (b ^ c ^ d) + 0x6ed9eba1;
      else if (i < 60) mix = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
      else mix = (b ^ c ^ d) + 0xca62c1d6;
      const next = (((a << 5) | (a >>> 27)) + mix + e + (w[i] as number)) | 0;
      e = d;
      d = c;
      c = (b << 30) | (b >>> 2);
      b = a;
      a = next;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
  }
}
