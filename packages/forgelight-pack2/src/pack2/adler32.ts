const modulus = 65521;

/** Bytes that can be added before the sums may exceed 32 bits. */
const stretch = 3800;

/** Adler-32 of bytes, or of what follows bytes whose sum is `previous`: a zlib stream ends with that of its content. */
export function adler32(bytes: Uint8Array, previous = 1): number {
  let low = previous & 0xffff;
  let high = previous >>> 16;
  for (let start = 0; start < bytes.length; start += stretch) {
    const end = Math.min(bytes.length, start + stretch);
    for (let at = start; at < end; at++) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= modulus;
    high %= modulus;
  }
  return ((high << 16) | low) >>> 0;
}
