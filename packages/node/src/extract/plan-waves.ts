import { type Archive, ArchiveError, Entry, type IndexEntry } from '@packwright/core';
import { ColumnBuilder } from '../workers/column-builder.ts';
import type { EntryColumns } from '../workers/entry-columns.ts';
import type { PortableCodecs } from '../workers/portable-codecs.ts';
import { isPortable, rowFor } from '../workers/portable-row.ts';
import { type WaveLengths, waveRanges } from '../workers/wave-ranges.ts';
import type { ExtractFailure, ExtractOptions } from './extract-options.ts';
import { PlannedFiles } from './planned-files.ts';
import type { TargetTree } from './target-tree.ts';

/** Some of the files of an extraction. */
export interface Wave {
  /** Those for any thread first, in the order of their bytes; then those for this thread alone, solid block by solid block. */
  readonly files: PlannedFiles;
  /** What any thread can read: the first rows of `files`. */
  readonly columns: EntryColumns;
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

/** Plans an extraction wave by wave; each entry is looked at once. */
export function* planWaves(
  archive: Archive,
  tree: TargetTree,
  codecs: PortableCodecs | undefined,
  options: ExtractOptions,
  tally: PlanTally,
  lengths: WaveLengths,
): Generator<Wave, void, undefined> {
  for (const [start, end] of waveRanges(archive.length, lengths)) {
    const plan = new WavePlan(archive, tree, codecs, options, tally, end - start);
    for (let number = start; number < end; number++) plan.add(number);
    yield plan.finish();
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

/** One wave while it is planned. */
class WavePlan {
  readonly #archive: Archive;
  readonly #tree: TargetTree;
  readonly #codecs: PortableCodecs | undefined;
  readonly #options: ExtractOptions;
  readonly #tally: PlanTally;
  readonly #builder: ColumnBuilder;
  readonly #portable = new PlannedFiles();
  readonly #local = new PlannedFiles();
  #bytes = 0;

  constructor(
    archive: Archive,
    tree: TargetTree,
    codecs: PortableCodecs | undefined,
    options: ExtractOptions,
    tally: PlanTally,
    capacity: number,
  ) {
    this.#archive = archive;
    this.#tree = tree;
    this.#codecs = codecs;
    this.#options = options;
    this.#tally = tally;
    this.#builder = new ColumnBuilder(capacity);
  }

  add(number: number): void {
    const { filter } = this.#options;
    this.#tally.current = number;
    // The row alone, without an entry around it unless it is asked for: that would be a tenth of the work.
    const row = this.#archive.index.entries.at(number);
    if (filter !== undefined && !filter(new Entry(this.#archive, number, row))) return;
    const path = this.#archive.path(number, row);
    try {
      if (row.kind === 'directory') this.#tree.placeFolder(path);
      else this.#addFile(number, row, path);
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      this.#tally.failed.push({ entry: number, path, error: error.with({ format: this.#archive.format }) });
    }
  }

  finish(): Wave {
    const order = this.#portable.byOrder();
    const local = this.#local.arrange(this.#local.byOrder());
    return {
      files: this.#portable.arrange(order, local),
      columns: this.#builder.finish(order),
      bytes: this.#bytes,
    };
  }

  #addFile(number: number, row: IndexEntry, path: string): void {
    const target = this.#tree.placeFile(path);
    if (target === undefined) {
      if (path.replace(/[/\\.]/g, '') === '') throw namesNothing(path);
      this.#tally.skipped++;
      return;
    }
    const { stored = false } = this.#options;
    const wanted = rowFor(row, stored ? 'stored' : 'files');
    const isShared = this.#codecs !== undefined && isPortable(wanted, this.#archive, this.#codecs);
    if (isShared) this.#builder.add(wanted);
    const files = isShared ? this.#portable : this.#local;
    files.add(number, target.folder, target.name, orderOf(row));
    this.#bytes += sizeOf(new Entry(this.#archive, number, row), this.#options);
  }
}

/** The declared size; one over the limit counts for nothing here, because that entry will be refused. */
export function sizeOf(entry: Entry, options: ExtractOptions): number {
  const size = (options.stored ? entry.storedSize : entry.size) ?? 0;
  return size <= entry.archive.reading.limits.entrySize ? size : 0;
}

/** Offsets of at most 2^53 bytes, with solid blocks one after the other in front. */
function orderOf({ extents }: IndexEntry): number {
  const first = extents[0];
  if (first === undefined || 'bytes' in first) return 0;
  return first.region === undefined ? first.offset : first.offset - (first.region + 1) * 2 ** 48;
}

function namesNothing(path: string): ArchiveError {
  return new ArchiveError('PATH_UNSAFE', `The path ${JSON.stringify(path)} names no file.`, { path });
}
