import type { EntryColumns } from './entry-columns.ts';
import { windowLength } from './run-source.ts';

/** Most entries that a thread takes at once: enough to make taking cheap, few enough to share the end fairly. */
const mostEntries = 48;

/** Cuts rows into batches: the end of each, as a row number. A batch fits the buffer of one long read. */
export function cutBatches(columns: EntryColumns): Uint32Array {
  const ends: number[] = [];
  let start = 0;
  let bytes = 0;
  for (let row = 0; row < columns.length; row++) {
    const stored = columns.stored[row] ?? 0;
    if (row > start && (row - start >= mostEntries || bytes + stored > windowLength)) {
      ends.push(row);
      start = row;
      bytes = 0;
    }
    bytes += stored;
  }
  if (columns.length > 0) ends.push(columns.length);
  const shared = new Uint32Array(new SharedArrayBuffer(ends.length * 4));
  shared.set(ends);
  return shared;
}

/** Bytes between two entries that are cheaper to read than to step over. */
const smallGap = 4096;

/** The end of the run that begins at a row: entries that follow each other closely and fit one read. */
export function runEnd(columns: EntryColumns, row: number, batchEnd: number): number {
  const start = columns.offset[row] ?? 0;
  let end = start + (columns.stored[row] ?? 0);
  let next = row + 1;
  for (; next < batchEnd; next++) {
    const offset = columns.offset[next] ?? 0;
    const after = offset + (columns.stored[next] ?? 0);
    if (offset < end || offset - end > smallGap || after - start > windowLength) break;
    end = after;
  }
  return next;
}
