import { blockLength } from './layout.ts';
import type { RecordTable } from './record-table.ts';

/** How the lists and the data of a pack lie to one another. */
export interface PackSurvey {
  /** Bytes that belong to each chunk's list: its block where it has one. */
  readonly rooms: readonly number[];
  /** Every list has a block of its own. */
  readonly isBlocked: boolean;
  /** The first row that has bytes in common with another, or -1. */
  readonly sharing: number;
  /** The first chunk that begins inside the data of a file, or -1. */
  readonly insideData: number;
}

/** Bytes that a survey needs for each record while it runs: five numbers. */
export const surveyLength = 40;

/** Looks at where everything lies. */
export function surveyPack(table: RecordTable, fileSize: number): PackSurvey {
  const ranges = sortRanges(table);
  const lists = Float64Array.from(table.chunks, ({ offset }) => offset).sort();
  let insideData = -1;
  const rooms = table.chunks.map(({ offset, list }, chunk) => {
    const at = firstAbove(ranges.starts, offset);
    if (insideData < 0 && (ranges.reached[at - 1] ?? 0) > offset) insideData = chunk;
    const dataStart = ranges.starts[at] ?? Number.POSITIVE_INFINITY;
    const nextList = lists[firstAbove(lists, offset)] ?? Number.POSITIVE_INFINITY;
    const free = Math.min(dataStart, nextList, fileSize) - offset;
    return free >= blockLength && list.length <= blockLength ? blockLength : list.length;
  });
  return {
    rooms,
    isBlocked: rooms.every((room) => room === blockLength),
    sharing: ranges.sharing,
    insideData,
  };
}

interface Ranges {
  /** Where data begins, ascending. */
  readonly starts: Float64Array;
  /** How far the data up to the same place reaches. */
  readonly reached: Float64Array;
  readonly sharing: number;
}

function sortRanges(table: RecordTable): Ranges {
  const lengths = new Float64Array(table.length);
  const offsets = new Float64Array(table.length);
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) {
    const { offset, length } = table.record(row);
    offsets[row] = offset;
    lengths[row] = length;
    if (length > 0) rows.push(row);
  }
  rows.sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0) || a - b);
  const starts = new Float64Array(rows.length);
  const reached = new Float64Array(rows.length);
  let sharing = -1;
  let end = 0;
  for (const [at, row] of rows.entries()) {
    const start = offsets[row] ?? 0;
    if (start < end && (sharing < 0 || row < sharing)) sharing = row;
    end = Math.max(end, start + (lengths[row] ?? 0));
    starts[at] = start;
    reached[at] = end;
  }
  return { starts, reached, sharing };
}

/** Position of the first of ascending numbers above a value. */
function firstAbove(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
