import type { ArchiveIndex } from '@packwright/core';

/** A range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The ranges of an archive that hold entries, regions or structure, joined and in order; entries in `except` do not count. */
export function usedRanges(index: ArchiveIndex, except: ReadonlySet<number> = new Set()): ByteRange[] {
  const ranges: ByteRange[] = [];
  const add = (offset: number, length: number): void => {
    if (length > 0) ranges.push({ start: offset, end: offset + length });
  };
  for (const { offset, length } of index.structure) add(offset, length);
  for (const region of index.regions ?? []) if ((region.volume ?? 0) === 0) add(region.offset, region.length);
  for (let number = 0; number < index.entries.length; number++) {
    if (except.has(number)) continue;
    for (const [offset, length] of storedRanges(index, number)) add(offset, length);
  }
  return joinRanges(ranges);
}

/** Where an entry's own bytes lie in the archive. */
export function storedRanges(index: ArchiveIndex, number: number): [offset: number, length: number][] {
  const { extents, body = [], occupies } = index.entries.at(number);
  if (occupies !== undefined) return [[occupies.offset, occupies.length]];
  return [...extents, ...body].flatMap((extent) => {
    if ('bytes' in extent || extent.region !== undefined || (extent.volume ?? 0) !== 0) return [];
    return [[extent.offset, extent.length]];
  });
}

/** What `whole` has and `used` does not. */
export function freeRanges(used: readonly ByteRange[], size: number): ByteRange[] {
  const free: ByteRange[] = [];
  let at = 0;
  for (const { start, end } of used) {
    if (start > at) free.push({ start: at, end: Math.min(start, size) });
    at = Math.max(at, end);
    if (at >= size) return free;
  }
  if (at < size) free.push({ start: at, end: size });
  return free;
}

/** What two sets of ranges have in common. */
export function intersectRanges(a: readonly ByteRange[], b: readonly ByteRange[]): ByteRange[] {
  const common: ByteRange[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i], b[j]];
    if (left === undefined || right === undefined) break;
    const start = Math.max(left.start, right.start);
    const end = Math.min(left.end, right.end);
    if (start < end) common.push({ start, end });
    if (left.end < right.end) i++;
    else j++;
  }
  return common;
}

/** Ranges in order, with overlaps and neighbours joined. */
export function joinRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: { start: number; end: number }[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push({ ...range });
  }
  return joined;
}
