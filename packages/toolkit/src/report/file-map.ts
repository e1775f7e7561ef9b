import type { Archive } from '@packwright/core';
import { type ByteRange, freeRanges, usedRanges } from '../edit/used-ranges.ts';

/** Where the bytes of an archive go. */
export interface SpaceReport {
  readonly size: number;
  /** Header and tables. */
  readonly structure: number;
  /** Stored bytes of entries, shared ones counted once. */
  readonly entries: number;
  /** Bytes that nothing refers to. */
  readonly dead: number;
  readonly gaps: readonly ByteRange[];
}

/** Adds up what an archive's bytes are for. */
export function reportSpace(archive: Archive): SpaceReport {
  const { index, source } = archive;
  const gaps = freeRanges(usedRanges(index), source.size);
  const dead = gaps.reduce((sum, { start, end }) => sum + end - start, 0);
  const structure = index.structure.reduce((sum, { offset, length }) => {
    return sum + Math.max(0, Math.min(offset + length, source.size) - offset);
  }, 0);
  return { size: source.size, structure, entries: Math.max(0, source.size - dead - structure), dead, gaps };
}

/** Paths that more than one entry has. */
export function findDuplicates(archive: Archive): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (let number = 0; number < archive.length; number++) {
    const path = archive.path(number);
    if (seen.has(path)) twice.add(path);
    seen.add(path);
  }
  return [...twice];
}
