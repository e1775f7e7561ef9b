/** How many rows waves have. */
export interface WaveLengths {
  readonly first: number;
  readonly longest: number;
}

/**
 * Cuts rows into waves, each twice as long as the one before: others begin soon, and rows are read in the order of their
 * bytes within a wave, so few are better.
 */
export function* waveRanges(
  rows: number,
  { first, longest }: WaveLengths,
): Generator<readonly [start: number, end: number], void, undefined> {
  let length = first;
  for (let start = 0; start < rows; length *= 2) {
    const end = Math.min(rows, start + Math.min(length, longest));
    yield [start, end];
    start = end;
  }
}
