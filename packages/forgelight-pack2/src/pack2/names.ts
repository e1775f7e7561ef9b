import { ArchiveError, joinHalves, type NameHash } from '@packwright/core';
import { scrapeNames } from './scrape.ts';

/** The polynomial of Jones, 0xAD93D23594C935A9, reflected: low and high half. */
const polynomialLow = 0xac4bc9b5;
const polynomialHigh = 0x95ac9329;

/** Stands for `/` and `\` among the folded bytes: the name begins behind it. */
const separator = 256;

/** Bytes as the hash sees them: the letters a to z as capitals. */
const folded: Uint16Array = Uint16Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x2f || byte === 0x5c) return separator;
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
});

/** What one byte does to the hash, as halves. */
const tableLow = new Int32Array(256);
const tableHigh = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let low = byte;
  let high = 0;
  for (let bit = 0; bit < 8; bit++) {
    const odd = -(low & 1);
    low = ((low >>> 1) | (high << 31)) ^ (polynomialLow & odd);
    high = (high >>> 1) ^ (polynomialHigh & odd);
  }
  tableLow[byte] = low;
  tableHigh[byte] = high;
}

/**
 * How pack2 hashes names: CRC-64 of Jones with all ones before and after, over the file name without folders, with
 * the letters a to z as capitals. Core's CRC-64 gives the same; this one folds and skips folders on the way.
 */
export const nameHash: NameHash = { bits: 64, covers: 'path', hash, scrape: scrapeNames };

function hash(bytes: Uint8Array, start: number, end: number, into: Uint32Array): void {
  let low = -1;
  let high = -1;
  for (let at = start; at < end; at++) {
    const byte = folded[bytes[at] as number] as number;
    if (byte === separator) {
      low = -1;
      high = -1;
      continue;
    }
    const slot = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (tableLow[slot] as number);
    high = (high >>> 8) ^ (tableHigh[slot] as number);
  }
  into[0] = ~low;
  into[1] = ~high;
}

/** The hash of a file name, as text or ASCII bytes. */
export function hashName(name: string | Uint8Array): bigint {
  const bytes = typeof name === 'string' ? new TextEncoder().encode(name) : name;
  const other = bytes.findIndex((byte) => byte >= 0x80);
  if (other >= 0) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Found the byte ${bytes[other]} at position ${other} of a name to be hashed, expected ASCII only.`,
      { help: 'How games would hash other characters is not known.' },
    );
  }
  const halves = new Uint32Array(2);
  hash(bytes, 0, bytes.length, halves);
  return joinHalves(halves[0] ?? 0, halves[1] ?? 0);
}
