import { alignUp } from '@packwright/core';

/** Start and size of entries, in directory order. */
export interface EntryRanges {
  readonly length: number;
  start(entry: number): number;
  size(entry: number): number;
}

/** What packers use, the common ones first. */
const alignments: readonly number[] = [1, 16, 64, 2048, 2, 4, 8, 32, 128, 256, 512, 1024, 4096];

/**
 * The alignment with which each entry starts right after the one before it; nothing when there is no such number.
 * Where several fit, as in an archive of one entry, `usual` wins if it is one of them.
 */
export function detectAlignment(entries: EntryRanges, usual: number): number | undefined {
  const candidates = [usual, ...alignments];
  return candidates.find((alignment) => fits(entries, alignment));
}

function fits(entries: EntryRanges, alignment: number): boolean {
  let next = 0;
  for (let entry = 0; entry < entries.length; entry++) {
    const start = entries.start(entry);
    if (start !== next) return false;
    next = alignUp(start + entries.size(entry), alignment);
  }
  return true;
}

/** Whether entries follow one another in directory order without overlapping. */
export function isOrdered(entries: EntryRanges): boolean {
  let end = 0;
  for (let entry = 0; entry < entries.length; entry++) {
    const start = entries.start(entry);
    if (start < end) return false;
    end = start + entries.size(entry);
  }
  return true;
}

/** Where the furthest entry ends, in whatever order they lie; nothing where two overlap. */
export function endOfApart(entries: EntryRanges): number | undefined {
  const order = Int32Array.from({ length: entries.length }, (_, entry) => entry);
  if (!isOrdered(entries)) order.sort((a, b) => entries.start(a) - entries.start(b));
  let end = 0;
  for (const entry of order) {
    const size = entries.size(entry);
    if (size === 0) continue;
    const start = entries.start(entry);
    if (start < end) return undefined;
    end = start + size;
  }
  return end;
}

/** Where entries of these sizes would stand one after another. */
export function runningStarts(
  entries: Pick<EntryRanges, 'length' | 'size'>,
  alignment: number,
): { readonly starts: Float64Array; readonly end: number } {
  const starts = new Float64Array(entries.length);
  let end = 0;
  for (let entry = 0; entry < entries.length; entry++) {
    starts[entry] = alignUp(end, alignment);
    end = (starts[entry] ?? 0) + entries.size(entry);
  }
  return { starts, end };
}
