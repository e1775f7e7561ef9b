import { type Archive, ArchiveError, hashName } from '@packwright/core';

/** How well the names of an archive are known. */
export interface NameCoverage {
  readonly entries: number;
  readonly resolved: number;
  /** Different names of one hash in the lists. */
  readonly collisions: number;
}

/** Counts entries with and without a name. */
export function coverageOf(archive: Archive): NameCoverage {
  const hash = archive.nameHash;
  let resolved = 0;
  for (let number = 0; number < archive.length; number++) if (archive.resolve(number).named) resolved++;
  const tables = hash === undefined ? [] : archive.names.map((list) => list.tableFor(hash));
  const collisions = tables.reduce((sum, table) => sum + table.collisions, 0);
  return { entries: archive.length, resolved, collisions };
}

/** Looks for names in the contents of archives; only those count whose hash some archive has. */
export async function scrapeNames(
  archives: readonly Archive[],
  progress?: (entries: number) => void,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const wanted = new Set<bigint>();
  for (const archive of archives) {
    for (const entry of archive.entries()) if (entry.hash !== undefined) wanted.add(entry.hash);
  }
  let entries = 0;
  for (const archive of archives) {
    const hash = archive.nameHash;
    if (hash?.scrape === undefined) continue;
    for (const entry of archive.entries()) {
      signal?.throwIfAborted();
      const pause: unknown = progress?.(++entries);
      if (pause instanceof Promise) await pause;
      if (entry.kind === 'directory' || entry.storedSize > archive.reading.limits.memory / 8) continue;
      try {
        await hash.scrape(await entry.body({ signal, check: false }), (name) => {
          if (wanted.has(hashName(hash, name))) found.add(name);
        });
      } catch (error) {
        if (!ArchiveError.is(error)) throw error;
      }
    }
  }
  return [...found].sort();
}
