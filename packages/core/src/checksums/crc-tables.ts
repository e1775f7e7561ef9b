/** Rows of a slicing table: how many bytes one step takes. */
export const sliceCount = 8;

/** Whether words can be read from memory as they are; CRC of the reflected kind takes the low byte first. */
export const isLittleEndian: boolean = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Slicing-by-8 tables for a reflected CRC of up to 32 bits, one row of 256 after another. */
export function makeCrc32Tables(reflectedPolynomial: number): Int32Array {
  const tables = new Int32Array(sliceCount * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? reflectedPolynomial : 0);
    tables[byte] = value;
  }
  for (let index = 256; index < tables.length; index++) {
    const before = tables[index - 256] as number;
    tables[index] = (before >>> 8) ^ (tables[before & 255] as number);
  }
  return tables;
}
