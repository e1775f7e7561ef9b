import { isLittleEndian, sliceCount } from './crc-tables.ts';
import { LongCrc } from './long-crc.ts';

/** A reflected CRC of 64 bits. */
export interface Crc64Parameters {
  /** In the usual, unreflected notation. */
  readonly polynomial: bigint;
  readonly init: bigint;
  readonly xorOut: bigint;
}

/** A 64-bit number as two unsigned halves. */
export interface Halves {
  readonly low: number;
  readonly high: number;
}

const jonesPolynomial = 0xad93d23594c935a9n;
const allOnes = 0xffffffffffffffffn;

/** The polynomial of Jones with all ones before and after: names in ForgeLight archives. */
export const crc64Jones: Crc64Parameters = { polynomial: jonesPolynomial, init: allOnes, xorOut: allOnes };

/** The same polynomial with zeros before and after, as Redis has it. */
export const crc64Redis: Crc64Parameters = { polynomial: jonesPolynomial, init: 0n, xorOut: 0n };

/** A CRC-64 that is computed in two 32-bit halves, eight bytes at a step, where the data is not long. */
export class Crc64 {
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #init: Halves;
  readonly #xorOut: Halves;
  readonly #long: LongCrc;
  #stateLow = 0;
  #stateHigh = 0;

  constructor(parameters: Crc64Parameters) {
    const { low, high } = makeTables(parameters.polynomial);
    this.#low = low;
    this.#high = high;
    this.#init = toHalves(parameters.init);
    this.#xorOut = toHalves(parameters.xorOut);
    this.#long = new LongCrc(low, high);
  }

  /** The result for `bytes`, or for all bytes when `previous` is the result for those before. */
  compute(bytes: Uint8Array, previous?: Halves | undefined): Halves {
    this.#stateLow = previous === undefined ? this.#init.low : previous.low ^ this.#xorOut.low;
    this.#stateHigh = previous === undefined ? this.#init.high : previous.high ^ this.#xorOut.high;
    this.#update(bytes);
    return {
      low: (this.#stateLow ^ this.#xorOut.low) >>> 0,
      high: (this.#stateHigh ^ this.#xorOut.high) >>> 0,
    };
  }

  /**
   * Hashes `bytes[start, end)` into `into[0]` (low half) and `into[1]` (high half): the fast way for short names.
   * With `fold`, each byte is first replaced by the one at its place in that table of 256, such as upper case.
   */
  hashInto(bytes: Uint8Array, start: number, end: number, into: Uint32Array, fold?: Uint8Array): void {
    const tableLow = this.#low;
    const tableHigh = this.#high;
    let low = this.#init.low | 0;
    let high = this.#init.high | 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      const index = (low ^ (fold === undefined ? byte : (fold[byte] as number))) & 255;
      low = ((low >>> 8) | (high << 24)) ^ (tableLow[index] as number);
      high = (high >>> 8) ^ (tableHigh[index] as number);
    }
    into[0] = low ^ this.#xorOut.low;
    into[1] = high ^ this.#xorOut.high;
  }

  #update(bytes: Uint8Array): void {
    const end = bytes.length;
    const taken = this.#long.update(bytes, this.#stateLow, this.#stateHigh);
    if (taken > 0) {
      this.#stateLow = this.#long.low;
      this.#stateHigh = this.#long.high;
    }
    // Words are read from memory as they are, which needs a multiple of four.
    const start = Math.min(end, taken + (-(bytes.byteOffset + taken) & 3));
    this.#updateBytes(bytes, taken, start);
    const steps = isLittleEndian ? (end - start) >>> 3 : 0;
    if (steps > 0) this.#updateWords(new Int32Array(bytes.buffer, bytes.byteOffset + start, steps * 2));
    this.#updateBytes(bytes, start + steps * 8, end);
  }

  #updateBytes(bytes: Uint8Array, start: number, end: number): void {
    const tableLow = this.#low;
    const tableHigh = this.#high;
    let low = this.#stateLow;
    let high = this.#stateHigh;
    for (let at = start; at < end; at++) {
      const index = (low ^ (bytes[at] as number)) & 255;
      low = ((low >>> 8) | (high << 24)) ^ (tableLow[index] as number);
      high = (high >>> 8) ^ (tableHigh[index] as number);
    }
    this.#stateLow = low;
    this.#stateHigh = high;
  }

  #updateWords(words: Int32Array): void {
    const l = this.#low;
    const h = this.#high;
    let low = this.#stateLow;
    let high = this.#stateHigh;
    for (let i = 0; i < words.length; i += 2) {
      const a = low ^ (words[i] as number);
      const b = high ^ (words[i + 1] as number);
      const i0 = 1792 + (a & 255);
      const i1 = 1536 + ((a >>> 8) & 255);
      const i2 = 1280 + ((a >>> 16) & 255);
      const i3 = 1024 + (a >>> 24);
      const i4 = 768 + (b & 255);
      const i5 = 512 + ((b >>> 8) & 255);
      const i6 = 256 + ((b >>> 16) & 255);
      const i7 = b >>> 24;
      low =
        (l[i0] as number) ^
        (l[i1] as number) ^
        (l[i2] as number) ^
        (l[i3] as number) ^
        (l[i4] as number) ^
        (l[i5] as number) ^
        (l[i6] as number) ^
        (l[i7] as number);
      high =
        (h[i0] as number) ^
        (h[i1] as number) ^
        (h[i2] as number) ^
        (h[i3] as number) ^
        (h[i4] as number) ^
        (h[i5] as number) ^
        (h[i6] as number) ^
        (h[i7] as number);
    }
    this.#stateLow = low;
    this.#stateHigh = high;
  }
}

let jones: Crc64 | undefined;

/** CRC-64 with the parameters of `crc64Jones`; `previous` is the result for the bytes before. */
export function crc64(bytes: Uint8Array, previous?: Halves | undefined): Halves {
  jones ??= new Crc64(crc64Jones);
  return jones.compute(bytes, previous);
}

function toHalves(value: bigint): Halves {
  return { low: Number(value & 0xffffffffn) | 0, high: Number((value >> 32n) & 0xffffffffn) | 0 };
}

function reverseBits(value: bigint): bigint {
  let reversed = 0n;
  for (let bit = 0n; bit < 64n; bit++) reversed = (reversed << 1n) | ((value >> bit) & 1n);
  return reversed;
}

function makeTables(polynomial: bigint): { readonly low: Int32Array; readonly high: Int32Array } {
  const reflected = toHalves(reverseBits(polynomial));
  const low = new Int32Array(sliceCount * 256);
  const high = new Int32Array(sliceCount * 256);
  for (let byte = 0; byte < 256; byte++) {
    let a = byte;
    let b = 0;
    for (let bit = 0; bit < 8; bit++) {
      const odd = -(a & 1);
      a = ((a >>> 1) | (b << 31)) ^ (reflected.low & odd);
      b = (b >>> 1) ^ (reflected.high & odd);
    }
    low[byte] = a;
    high[byte] = b;
  }
  for (let index = 256; index < low.length; index++) {
    const a = low[index - 256] as number;
    const b = high[index - 256] as number;
    low[index] = ((a >>> 8) | (b << 24)) ^ (low[a & 255] as number);
    high[index] = (b >>> 8) ^ (high[a & 255] as number);
  }
  return { low, high };
}
