import { type EntryColumns, isPlain } from './entry-columns.ts';

/**
 * Rows that follow each other, lie as they are and have nothing to check them by: nothing but their bytes matters, and
 * those are in a buffer. There are many of them and little is to do for each, so they are handled in one go.
 */
export class PlainRun {
  /** Good until the run is handled; the bytes of a row begin at `offsets[row] - base`. */
  readonly buffer: Uint8Array;
  readonly offsets: Float64Array;
  readonly lengths: Float64Array;
  base = 0;
  /** Files and bytes that whoever handles the run has done with. */
  files = 0;
  bytes = 0;
  /** Notes what is wrong with a row; throws what must stop all work. */
  readonly fail: (row: number, error: unknown) => void;

  constructor(buffer: Uint8Array, columns: EntryColumns, fail: (row: number, error: unknown) => void) {
    this.buffer = buffer;
    this.offsets = columns.offset;
    this.lengths = columns.stored;
    this.fail = fail;
  }
}

/** The end of the plain rows from `first` on: those that a source has in its buffer, of at most `largest` bytes. */
export function plainEnd(
  columns: EntryColumns,
  first: number,
  end: number,
  { start, loaded }: { readonly start: number; readonly loaded: number },
  largest: number,
): number {
  const { offset, stored } = columns;
  let row = first;
  for (; row < end && isPlain(columns, row); row++) {
    const at = offset[row] as number;
    const length = stored[row] as number;
    if (!(length >= 0 && length <= largest && at >= start && at + length <= loaded)) break;
  }
  return row;
}
