import { natives } from '../natives.ts';
import { isLittleEndian, makeCrc32Tables } from './crc-tables.ts';
import { LongCrc } from './long-crc.ts';

/** The polynomials, reflected: 0x04C11DB7 of zlib, 0x1EDC6F41 of Castagnoli. */
const zlibPolynomial = 0xedb88320;
const castagnoliPolynomial = 0x82f63b78;

/** The polynomials by the names of their checksums. */
export const crcPolynomials: Readonly<Record<string, number>> = {
  crc32: zlibPolynomial,
  crc32c: castagnoliPolynomial,
};

/** Below this, a view of the words costs more than it saves. */
const fewBytes = 32;

let zlib: Crc32 | undefined;
let castagnoli: Crc32 | undefined;

/** CRC-32 as in zlib; `previous` is the result for the bytes before. */
export function crc32(bytes: Uint8Array, previous = 0): number {
  const native = natives().crc32;
  if (native !== undefined) return native(bytes, previous);
  zlib ??= new Crc32(zlibPolynomial);
  return zlib.compute(bytes, previous);
}

/** CRC-32C (Castagnoli); `previous` is the result for the bytes before. */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  castagnoli ??= new Crc32(castagnoliPolynomial);
  return castagnoli.compute(bytes, previous);
}

/** A reflected CRC of 32 bits with ones before and after. */
class Crc32 {
  readonly #tables: Int32Array;
  readonly #long: LongCrc;

  constructor(reflectedPolynomial: number) {
    this.#tables = makeCrc32Tables(reflectedPolynomial);
    this.#long = new LongCrc(this.#tables);
  }

  compute(bytes: Uint8Array, previous: number): number {
    const taken = this.#long.update(bytes, ~previous, 0);
    const state = taken === 0 ? ~previous : this.#long.low;
    return ~updateCrc32(this.#tables, bytes, taken, state) >>> 0;
  }
}

function updateCrc32(t: Int32Array, bytes: Uint8Array, from: number, state: number): number {
  let crc = state;
  let at = from;
  const end = bytes.length;
  if (isLittleEndian && end - at >= fewBytes) {
    // Words are read from memory as they are, which needs a multiple of four.
    const start = at + (-(bytes.byteOffset + at) & 3);
    for (; at < start; at++) crc = (crc >>> 8) ^ (t[(crc ^ (bytes[at] as number)) & 255] as number);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + at, ((end - at) >>> 3) * 2);
    for (let i = 0; i < words.length; i += 2) {
      const a = crc ^ (words[i] as number);
      const b = words[i + 1] as number;
      crc =
        (t[1792 + (a & 255)] as number) ^
        (t[1536 + ((a >>> 8) & 255)] as number) ^
        (t[1280 + ((a >>> 16) & 255)] as number) ^
        (t[1024 + (a >>> 24)] as number) ^
        (t[768 + (b & 255)] as number) ^
        (t[512 + ((b >>> 8) & 255)] as number) ^
        (t[256 + ((b >>> 16) & 255)] as number) ^
        (t[b >>> 24] as number);
    }
    at += words.length * 4;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ (t[(crc ^ (bytes[at] as number)) & 255] as number);
  return crc;
}
