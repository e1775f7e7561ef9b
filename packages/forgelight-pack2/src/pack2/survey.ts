import { rowWords } from './asset-map.ts';
import { compressedFlag, dataStart, headerLength, nameListHash, shortestFrame } from './layout.ts';

/** Where the map lies, and in how large a file. */
export interface MapPlace {
  readonly fileSize: number;
  readonly start: number;
  readonly end: number;
}

/** What one pass over all rows has shown: whether a closer look is needed, never which rows it is about. */
export interface Survey {
  /** No data lies over the header or the map or beyond the file, and no compressed asset is too short. */
  readonly isSound: boolean;
  /** Every row's hash is above that of the row before. */
  readonly isSorted: boolean;
  /** No data lies where games have zeros behind the header. */
  readonly isHeaderFree: boolean;
  /** All flags together. */
  readonly flagBits: number;
  /** The low halves of all offsets together. */
  readonly offsetBits: number;
  /** The first row that holds a list of names, or -1. */
  readonly nameList: number;
}

/** Looks at every row once, without making an object for any; right for all numbers that rows can have. */
export function surveyMap(words: Uint32Array, rows: number, place: MapPlace): Survey {
  const { fileSize, start, end } = place;
  const [listLow, listHigh] = nameListHash;
  let isSound = true;
  let isSorted = true;
  let flagBits = 0;
  let offsetBits = 0;
  let isHeaderFree = true;
  let nameList = -1;
  let lastLow = -1;
  let lastHigh = -1;
  for (let row = 0, at = 0; row < rows; row++, at += rowWords) {
    const low = words[at] ?? 0;
    const high = words[at + 1] ?? 0;
    const offsetLow = words[at + 2] ?? 0;
    const offset = (words[at + 3] ?? 0) * 2 ** 32 + offsetLow;
    const length = (words[at + 5] ?? 0) * 2 ** 32 + (words[at + 4] ?? 0);
    const flags = words[at + 6] ?? 0;
    flagBits |= flags;
    offsetBits |= offsetLow;
    if (length !== 0) {
      if (offset < dataStart) isHeaderFree = false;
      if (
        offset < headerLength ||
        offset > fileSize - length ||
        (offset < end && offset > start - length) ||
        (length < shortestFrame && (flags & compressedFlag) !== 0)
      ) {
        isSound = false;
      }
    }
    if (high < lastHigh || (high === lastHigh && low <= lastLow)) isSorted = false;
    if (low === listLow && high === listHigh && nameList < 0) nameList = row;
    lastLow = low;
    lastHigh = high;
  }
  return {
    isSound,
    isSorted,
    isHeaderFree,
    flagBits: flagBits >>> 0,
    offsetBits: offsetBits >>> 0,
    nameList,
  };
}
