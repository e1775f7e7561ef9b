import { type Archive, ArchiveError, type Entry, type IndexEntry } from '@packwright/core';
import type { PortableCodecs } from '../workers/portable-codecs.ts';
import { isPortable, type PortableRow, rowFor } from '../workers/portable-row.ts';
import type { ExtractFailure, ExtractOptions } from './extract-options.ts';
import type { TargetTree } from './target-tree.ts';

/** Entries planned at once: enough for threads to share, few enough to hold. */
export const waveLength = 65536;

/** A file to be written. */
export interface PlannedFile {
  /** Number in the archive. */
  readonly entry: number;
  /** Number of a folder of the tree, and a name in it. */
  readonly folder: number;
  readonly name: string;
  /** Declared size, 0 where the table does not tell. */
  readonly size: number;
  /** What any thread can read; absent where only this one can. */
  readonly row: PortableRow | undefined;
  /** Where its bytes begin: files are read in this order. */
  readonly order: number;
}

/** Some of the files of an extraction. */
export interface Wave {
  /** Those for any thread, in the order of their bytes. */
  readonly portable: readonly PlannedFile[];
  /** Those for this thread alone, solid block by solid block. */
  readonly local: readonly PlannedFile[];
  /** Declared bytes of all of them. */
  readonly bytes: number;
}

/** What planning tells besides the files. */
export interface PlanTally {
  /** Number of the entry that is being looked at. */
  current: number;
  skipped: number;
  readonly failed: ExtractFailure[];
}

/** Plans an extraction piece by piece; each entry is looked at once. */
export function* planWaves(
  archive: Archive,
  tree: TargetTree,
  codecs: PortableCodecs | undefined,
  options: ExtractOptions,
  tally: PlanTally,
): Generator<Wave, void, undefined> {
  for (let start = 0; start < archive.length; start += waveLength) {
    const portable: PlannedFile[] = [];
    const local: PlannedFile[] = [];
    let bytes = 0;
    const end = Math.min(archive.length, start + waveLength);
    for (let number = start; number < end; number++) {
      const file = planEntry(archive, number, tree, codecs, options, tally);
      if (file === undefined) continue;
      (file.row === undefined ? local : portable).push(file);
      bytes += file.size;
    }
    yield { portable: inOrder(portable), local: inOrder(local), bytes };
  }
}

/** Files and declared bytes of a whole extraction, for archives that need several waves. */
export function measurePlan(archive: Archive, options: ExtractOptions): { files: number; bytes: number } {
  let files = 0;
  let bytes = 0;
  for (const entry of archive.entries()) {
    if (entry.kind === 'directory' || options.filter?.(entry) === false) continue;
    files++;
    bytes += sizeOf(entry, options);
  }
  return { files, bytes };
}

function planEntry(
  archive: Archive,
  number: number,
  tree: TargetTree,
  codecs: PortableCodecs | undefined,
  options: ExtractOptions,
  tally: PlanTally,
): PlannedFile | undefined {
  const entry = archive.entry(number);
  tally.current = number;
  if (options.filter?.(entry) === false) return undefined;
  const { row, path } = entry;
  try {
    if (entry.kind === 'directory') {
      tree.placeFolder(path);
      return undefined;
    }
    const target = tree.placeFile(path);
    if (target === undefined) {
      if (path.replace(/[/\\.]/g, '') === '') throw namesNothing(path);
      tally.skipped++;
      return undefined;
    }
    const { folder, name } = target;
    const wanted = rowFor(row, options.stored ? 'stored' : 'files');
    return {
      entry: number,
      folder,
      name,
      size: sizeOf(entry, options),
      row: codecs !== undefined && isPortable(wanted, archive, codecs) ? wanted : undefined,
      order: orderOf(row),
    };
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    tally.failed.push({ entry: number, path, error: error.with({ format: archive.format }) });
    return undefined;
  }
}

/** The declared size; one over the limit counts for nothing here, because that entry will be refused. */
function sizeOf(entry: Entry, options: ExtractOptions): number {
  const size = (options.stored ? entry.storedSize : entry.size) ?? 0;
  return size <= entry.archive.reading.limits.entrySize ? size : 0;
}

/** Offsets of at most 2^53 bytes, with solid blocks one after the other in front. */
function orderOf({ extents }: IndexEntry): number {
  const first = extents[0];
  if (first === undefined || 'bytes' in first) return 0;
  return first.region === undefined ? first.offset : first.offset - (first.region + 1) * 2 ** 48;
}

function inOrder(files: PlannedFile[]): readonly PlannedFile[] {
  const isSorted = files.every(
    (file, number) => number === 0 || file.order >= (files[number - 1]?.order ?? 0),
  );
  return isSorted ? files : files.sort((a, b) => a.order - b.order || a.entry - b.entry);
}

function namesNothing(path: string): ArchiveError {
  return new ArchiveError('PATH_UNSAFE', `The path ${JSON.stringify(path)} names no file.`, { path });
}
