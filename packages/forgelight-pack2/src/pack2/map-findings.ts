import { type Finding, hexNumber, joinHalves, type Severity } from '@packwright/core';
import { field, rowWords, wide } from './asset-map.ts';
import { alignment, compressedFlag, headerLength, rowLength, shortestFrame, unknownFlag } from './layout.ts';
import type { MapPlace, Survey } from './survey.ts';

const knownFlags = compressedFlag | unknownFlag;

/** Reports what is wrong with rows: one finding for each kind, about the first such row and how many there are. */
export function reportRows(
  words: Uint32Array,
  rows: number,
  place: MapPlace,
  survey: Survey,
  report: (finding: Finding) => void,
): void {
  const offsetOf = (row: number): number => wide(words, row * rowWords + field.offset);
  const lengthOf = (row: number): number => wide(words, row * rowWords + field.length);
  const flagsOf = (row: number): number => words[row * rowWords + field.flags] ?? 0;
  const dataOf = (row: number): string => `${lengthOf(row)} bytes at offset ${offsetOf(row)}`;

  const tell = (
    severity: Severity,
    code: string,
    has: (row: number) => boolean,
    explain: (row: number) => string,
  ): void => {
    const { count, first } = tally(rows, has);
    if (count === 0) return;
    const others = count === 1 ? '' : ` (and ${count - 1} more rows like it)`;
    report({
      severity,
      code,
      message: `Row ${first} ${explain(first)}${others}.`,
      entry: first,
      offset: place.start + first * rowLength,
    });
  };

  if (!survey.isSound) {
    tell(
      'error',
      'row-beyond-file',
      (row) => lengthOf(row) > 0 && offsetOf(row) > place.fileSize - lengthOf(row),
      (row) => `has ${dataOf(row)}, expected them to end at ${place.fileSize} at most, where the file ends`,
    );
    tell(
      'error',
      'row-overlaps-map',
      (row) => lengthOf(row) > 0 && offsetOf(row) < place.end && offsetOf(row) > place.start - lengthOf(row),
      (row) => `has ${dataOf(row)}, expected them outside the map (${place.start} to ${place.end})`,
    );
    tell(
      'error',
      'row-overlaps-header',
      (row) => lengthOf(row) > 0 && offsetOf(row) < headerLength,
      (row) => `has ${dataOf(row)}, expected them after the header of ${headerLength} bytes`,
    );
    tell(
      'error',
      'frame-too-short',
      (row) => lengthOf(row) > 0 && lengthOf(row) < shortestFrame && (flagsOf(row) & compressedFlag) !== 0,
      (row) => `is compressed in ${lengthOf(row)} bytes, expected at least ${shortestFrame}`,
    );
  }
  if ((survey.flagBits & ~knownFlags) !== 0) {
    tell(
      'error',
      'unknown-flags',
      (row) => (flagsOf(row) & ~knownFlags) !== 0,
      (row) =>
        `has the flags ${hexNumber(flagsOf(row), 2)}, expected no bits but ${hexNumber(knownFlags, 2)}`,
    );
  }
  if (survey.offsetBits % alignment !== 0) {
    tell(
      'warning',
      'data-unaligned',
      (row) => lengthOf(row) > 0 && offsetOf(row) % alignment !== 0,
      (row) => `has its data at offset ${offsetOf(row)}, expected a multiple of ${alignment}`,
    );
  }
  if (!survey.isSorted) {
    tell(
      'warning',
      'rows-unsorted',
      (row) => row > 0 && compareRows(words, row - 1, row) > 0,
      (row) =>
        `has the hash ${hashText(words, row)}, expected one above ${hashText(words, row - 1)} of the row before`,
    );
    reportRepeats(words, rows, place, report);
  }
}

function tally(
  rows: number,
  has: (row: number) => boolean,
): { readonly count: number; readonly first: number } {
  let count = 0;
  let first = -1;
  for (let row = 0; row < rows; row++) {
    if (!has(row)) continue;
    if (count === 0) first = row;
    count++;
  }
  return { count, first };
}

function compareRows(words: Uint32Array, a: number, b: number): number {
  const high = (words[a * rowWords + field.hashHigh] ?? 0) - (words[b * rowWords + field.hashHigh] ?? 0);
  if (high !== 0) return high;
  return (words[a * rowWords + field.hashLow] ?? 0) - (words[b * rowWords + field.hashLow] ?? 0);
}

function hashText(words: Uint32Array, row: number): string {
  const at = row * rowWords;
  return hexNumber(joinHalves(words[at + field.hashLow] ?? 0, words[at + field.hashHigh] ?? 0), 16);
}

function reportRepeats(
  words: Uint32Array,
  rows: number,
  place: MapPlace,
  report: (finding: Finding) => void,
): void {
  const order = new Uint32Array(rows).map((_, row) => row).sort((a, b) => compareRows(words, a, b) || a - b);
  let count = 0;
  let first = -1;
  for (let i = 1; i < rows; i++) {
    const row = order[i] ?? 0;
    if (compareRows(words, order[i - 1] ?? 0, row) !== 0) continue;
    if (first < 0 || row < first) first = row;
    count++;
  }
  if (count === 0) return;
  const others = count === 1 ? '' : ` (and ${count - 1} more rows like it)`;
  report({
    severity: 'warning',
    code: 'duplicate-hash',
    message: `Row ${first} has the hash ${hashText(words, first)} of an earlier row, which wins${others}.`,
    entry: first,
    offset: place.start + first * rowLength,
  });
}
