import { natives } from '../natives.ts';
import { isLittleEndian, makeCrc32Tables } from './crc-tables.ts';

/** The polynomials, reflected: 0x04C11DB7 of zlib, 0x1EDC6F41 of Castagnoli. */
const zlibPolynomial = 0xedb88320;
const castagnoliPolynomial = 0x82f63b78;

let zlibTables: Int32Array | undefined;
let castagnoliTables: Int32Array | undefined;

/** CRC-32 as in zlib; `previous` is the result for the bytes before. */
export function crc32(bytes: Uint8Array, previous = 0): number {
  const native = natives().crc32;
  if (native !== undefined) return native(bytes, previous);
  zlibTables ??= makeCrc32Tables(zlibPolynomial);
  return updateCrc32(zlibTables, bytes, previous);
}

/** CRC-32C (Castagnoli); `previous` is the result for the bytes before. */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  castagnoliTables ??= makeCrc32Tables(castagnoliPolynomial);
  return updateCrc32(castagnoliTables, bytes, previous);
}

function updateCrc32(t: Int32Array, bytes: Uint8Array, previous: number): number {
  let crc = ~previous;
  let at = 0;
  const end = bytes.length;
  // Words are read from memory as they are, which needs a multiple of four.
  const start = Math.min(end, -bytes.byteOffset & 3);
  for (; at < start; at++) crc = (crc >>> 8) ^ (t[(crc ^ (bytes[at] as number)) & 255] as number);
  if (isLittleEndian && end - at >= 8) {
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
  return ~crc >>> 0;
}
