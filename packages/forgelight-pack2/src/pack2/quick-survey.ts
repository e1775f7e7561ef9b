import { rowWords } from './asset-map.ts';
import { dataStart, nameListHash, shortestFrame } from './layout.ts';
import type { MapPlace, Survey } from './survey.ts';

/** Turns the order of unsigned numbers into that of signed ones. */
const sign = -0x80000000;
const largest = 0x7fffffff;

/** Rows that are looked at by one call: few, so that the loop is compiled early and entered anew. */
const blockRows = 1024;

/** What blocks have gathered of all rows: places in one array. */
const gathered = { beyond: 0, misplaced: 1, flags: 2, offsets: 3, count: 4 } as const;

/**
 * Surveys a map that is as games make it: all numbers fit 31 bits, rows are sound and sorted, and no data lies below
 * 0x200. Tells nothing of any other map, but takes a third of the time of the full survey, since it only gathers sign
 * bits: what must not be negative is joined with `|`, what must not be so at the same time with `&`.
 */
export function surveyQuickly(words: Uint32Array, rows: number, place: MapPlace): Survey | undefined {
  if (place.fileSize > largest) return undefined;
  const fields = new Int32Array(words.buffer, words.byteOffset, words.length);
  const bits = new Int32Array(gathered.count);
  for (let row = 0; row < rows; row += blockRows) {
    const behind = Math.min(rows, row + blockRows);
    const isSorted = gatherBlock(fields, row, behind, place.fileSize, place.start, place.end, bits);
    if (!isSorted) return undefined;
  }
  const [beyond = 0, misplaced = 0, flagBits = 0, offsetBits = 0] = bits;
  if (beyond !== 0 || misplaced < 0) return undefined;
  return {
    isSound: true,
    isSorted: true,
    isHeaderFree: true,
    flagBits: flagBits >>> 0,
    offsetBits,
    nameList: findNameList(words, rows),
  };
}

/**
 * Gathers the bits of some rows and tells whether they are sorted. Takes nothing but numbers and arrays of them: code
 * compiled for an object's shape would be thrown away with the last object of that shape.
 */
function gatherBlock(
  fields: Int32Array,
  firstRow: number,
  behindRow: number,
  fileSize: number,
  mapStart: number,
  mapEnd: number,
  bits: Int32Array,
): boolean {
  // Copies of known kinds: the loop is compiled for whole numbers only.
  const size = fileSize | 0;
  const start = mapStart | 0;
  const end = mapEnd | 0;
  const lowest = dataStart | 0;
  const shortest = shortestFrame | 0;
  const step = rowWords | 0;
  const first = (firstRow * step) | 0;
  const behind = (behindRow * step) | 0;
  let beyond = 0;
  let misplaced = 0;
  let flagBits = 0;
  let offsetBits = 0;
  let lastHigh = first === 0 ? sign : (fields[first - step + 1] as number) ^ sign;
  for (let at = first; at < behind; at += step) {
    const high = (fields[at + 1] as number) ^ sign;
    const offset = fields[at + 2] as number;
    const length = fields[at + 4] as number;
    const flags = fields[at + 6] as number;
    const last = (offset + length) | 0;
    beyond |= (fields[at + 3] as number) | (fields[at + 5] as number);
    flagBits |= flags;
    offsetBits |= offset;
    misplaced |=
      length |
      last |
      (size - last) |
      (offset - lowest) |
      ((offset - end) & (start - last)) |
      ((length - shortest) & -(flags & 1) & -length);
    if (high <= lastHigh && at > 0) {
      if (high < lastHigh) return false;
      if (((fields[at] as number) ^ sign) <= ((fields[at - step] as number) ^ sign)) return false;
    }
    lastHigh = high;
  }
  bits[gathered.beyond] = (bits[gathered.beyond] as number) | beyond;
  bits[gathered.misplaced] = (bits[gathered.misplaced] as number) | misplaced;
  bits[gathered.flags] = (bits[gathered.flags] as number) | flagBits;
  bits[gathered.offsets] = (bits[gathered.offsets] as number) | offsetBits;
  return true;
}

/** The row of the list of names among rows that are sorted, or -1. */
function findNameList(words: Uint32Array, rows: number): number {
  const [low, high] = nameListHash;
  let first = 0;
  let behind = rows;
  while (first < behind) {
    const middle = (first + behind) >>> 1;
    const foundLow = words[middle * rowWords] ?? 0;
    const foundHigh = words[middle * rowWords + 1] ?? 0;
    if (foundHigh === high && foundLow === low) return middle;
    if (foundHigh < high || (foundHigh === high && foundLow < low)) first = middle + 1;
    else behind = middle;
  }
  return -1;
}
