import type { Archive } from '@packwright/core';

/** How many entries an archive has, and how large they are together. */
export interface EntryCounts {
  readonly files: number;
  readonly directories: number;
  /** Entries known only by a hash. */
  readonly unnamed: number;
  /** Absent where the table does not tell all sizes. */
  readonly size: number | undefined;
  readonly storedSize: number;
}

/** Counts the entries of an archive. */
export function countEntries(archive: Archive): EntryCounts {
  let [files, directories, unnamed, size, storedSize, isKnown] = [0, 0, 0, 0, 0, true];
  for (const entry of archive.entries()) {
    if (!entry.named) unnamed++;
    if (entry.kind === 'directory') {
      directories++;
      continue;
    }
    files++;
    storedSize += entry.storedSize;
    size += entry.size ?? 0;
    isKnown &&= entry.size !== undefined;
  }
  return { files, directories, unnamed, size: isKnown ? size : undefined, storedSize };
}
