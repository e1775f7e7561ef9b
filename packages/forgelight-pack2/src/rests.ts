import type { Placed } from '@packwright/core';

/** A stretch of the archive. */
export interface Stretch {
  readonly offset: number;
  readonly length: number;
}

/**
 * What new data leaves over of the old places that it has taken, up to whatever else has been put there. These bytes
 * belong to nobody any more and are to be zeros. `old` has one place for each part, in the order of the parts; a table
 * may say that one reaches beyond the file.
 */
export function findRests(old: readonly Stretch[], placed: Placed, fileSize: number): readonly Stretch[] {
  const starts = Float64Array.from(old, (_, part) => placed.at(part)).sort();
  const rests: Stretch[] = [];
  for (const [part, { offset, length }] of old.entries()) {
    const start = placed.at(part);
    const end = start + placed.size(part);
    if (start < offset || end >= offset + length) continue;
    const rest = Math.min(firstFrom(starts, end), offset + length, fileSize) - end;
    if (rest > 0) rests.push({ offset: end, length: rest });
  }
  return rests;
}

/** The first of ascending numbers that is at least `floor`; infinite when there is none. */
function firstFrom(ascending: Float64Array, floor: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < floor) low = middle + 1;
    else high = middle;
  }
  return ascending[low] ?? Number.POSITIVE_INFINITY;
}
