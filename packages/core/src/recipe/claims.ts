import type { Archive } from '../archive/archive.ts';
import { measureExtent } from '../archive/measure-extent.ts';
import type { IndexEntry, StoredExtent } from '../contract/archive-index.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { checkRange, checkResult, checkSize } from '../read/check-extent.ts';

/** A range of the archive (or of a region) that belongs to an entry. */
export interface Claim {
  readonly offset: number;
  readonly length: number;
  readonly entry: number;
  /** Where the range's decoded bytes begin in the entry's content. */
  readonly at: number;
  readonly extent: StoredExtent;
}

/** An entry whose file nobody can have, as its table says already. */
interface UnreadableEntry {
  readonly entry: number;
  readonly error: ArchiveError;
}

/** Claims on the archive itself, and on each region's decoded bytes; both in order of offset. */
export interface Claims {
  readonly archive: readonly Claim[];
  readonly regions: readonly (readonly Claim[])[];
  readonly unreadable: readonly UnreadableEntry[];
}

/** Which entry holds which bytes. */
export async function collectClaims(archive: Archive, signal?: AbortSignal | undefined): Promise<Claims> {
  const own: Claim[] = [];
  const regions: Claim[][] = archive.regions.map(() => []);
  const unreadable: UnreadableEntry[] = [];
  for (const entry of archive.entries()) {
    signal?.throwIfAborted();
    if (entry.kind === 'directory') continue;
    const error = findFault(entry.row, archive);
    if (error !== undefined) {
      unreadable.push({ entry: entry.index, error });
      continue;
    }
    let at = 0;
    for (const extent of entry.row.extents) {
      if (!('bytes' in extent) && extent.length > 0 && (extent.volume ?? 0) === 0) {
        const { offset, length, region } = extent;
        const list = region === undefined ? own : regions[region];
        list?.push({ offset, length, entry: entry.index, at, extent });
      }
      if (entry.row.extents.length > 1) at += await measureExtent(extent, archive.reading);
    }
  }
  const byOffset = (a: Claim, b: Claim): number => a.offset - b.offset || b.length - a.length;
  return { archive: own.sort(byOffset), regions: regions.map((list) => list.sort(byOffset)), unreadable };
}

/** What is wrong with the extents of an entry, as far as that shows without reading them. */
function findFault({ extents }: IndexEntry, { reading, source }: Archive): ArchiveError | undefined {
  try {
    for (const extent of extents) {
      if ('bytes' in extent || extent.region !== undefined || (extent.volume ?? 0) !== 0) continue;
      checkSize(extent, reading);
      checkRange(extent, source.size, 'the file');
      if (!extent.steps?.length) checkResult(extent, extent.length);
    }
  } catch (error) {
    if (ArchiveError.is(error)) return error;
    throw error;
  }
  return undefined;
}
