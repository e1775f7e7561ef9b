import { type Archive, ArchiveError, type Entry, type Finding } from '@packwright/core';
import { cutBatches } from '../workers/batches.ts';
import { betterHere } from '../workers/better-here.ts';
import type { Breath } from '../workers/breath.ts';
import type { Crew } from '../workers/crew.ts';
import type { EntryColumns } from '../workers/entry-columns.ts';
import type { PlainError, RowFailure } from '../workers/entry-job.ts';
import { isFatal } from '../workers/fatal-error.ts';
import { fromPlainError } from '../workers/plain-error.ts';
import type { EntriesResult } from '../workers/run-entries.ts';
import type { SourceLocation } from '../workers/source-location.ts';
import { checkTotal } from '../workers/total-limit.ts';
import { DecodedContent, type EntryContent, StoredContent } from './entry-content.ts';
import type { ExtractFailure, ExtractOptions } from './extract-options.ts';
import { type ExtractJob, runExtract } from './extract-task.ts';
import { sizeOf, type Wave } from './plan-waves.ts';
import type { PlannedFiles } from './planned-files.ts';
import { rowStatus, type TargetColumns, toTargetColumns } from './target-columns.ts';
import { type TargetFolders, TargetWriter, type WriteRules } from './target-writer.ts';

/** What became of the files of a wave. */
export interface WaveResult {
  /** `targets` has a row for each. */
  readonly files: PlannedFiles;
  readonly targets: TargetColumns;
  readonly failed: readonly ExtractFailure[];
  readonly findings: readonly Finding[];
}

const nothing: EntriesResult = { failures: [], findings: [] };

/** Writes waves of files: some with all threads, some with the calling one alone. */
export class WaveRunner {
  /** Removes what is left of the files under way; for an interruption. */
  discardOpen: () => void = () => {};
  readonly #archive: Archive;
  readonly #options: ExtractOptions;
  readonly #crew: Crew;
  readonly #rules: WriteRules;
  readonly #breath: Breath;
  #targets: TargetColumns | undefined;

  constructor(archive: Archive, options: ExtractOptions, crew: Crew, rules: WriteRules, breath: Breath) {
    this.#archive = archive;
    this.#options = options;
    this.#crew = crew;
    this.#rules = rules;
    this.#breath = breath;
  }

  /** Whether a file of the last wave is there and whole. */
  get hasWritten(): boolean {
    return this.#targets?.status.includes(rowStatus.written) ?? false;
  }

  /** Lets the other threads begin with a wave; this one takes part when the function that it gives is called. */
  begin(
    wave: Wave,
    folders: TargetFolders,
    location: SourceLocation | undefined,
    moduleUrl: string | undefined,
  ): () => Promise<WaveResult> {
    const { files, columns } = wave;
    const targets = toTargetColumns(files);
    this.#targets = targets;
    const { state } = this.#crew;
    const writer = new TargetWriter(targets, folders, this.#rules, state, 0);
    this.discardOpen = () => {
      for (let thread = 0; thread < state.threads; thread++) {
        // This thread cannot be waited for: it is the one that asks.
        const row = thread === 0 ? state.busyRow(0) : state.awaitIdle(thread, 1000);
        if (row >= 0) writer.discard(row);
      }
    };
    const known = this.#archive.findings.length;
    const failures: RowFailure[] = [];
    const findings: Finding[] = [];
    const own = (row: number): Promise<void> => this.#writeHere(row, files, writer, failures);
    const local = async (): Promise<void> => {
      for (let row = columns.length; row < files.length; row++) await own(row);
    };
    const job =
      location === undefined || columns.length === 0
        ? undefined
        : this.#makeJob(columns, targets, folders, location, moduleUrl);
    const join = job && this.#crew.begin((thread) => ({ kind: 'extract', job, thread }));
    const share = async (): Promise<EntriesResult> => {
      await local();
      if (job === undefined) return nothing;
      const codecs = this.#archive.plugin.codecs ?? [];
      return runExtract(job, 0, { codecs, breathe: () => this.#crew.breathe(this.#breath) });
    };
    return async () => {
      const results = join === undefined ? [await share()] : await join(share);
      for (const row of sortOut(results, failures, findings)) await own(row);
      return {
        files,
        targets,
        failed: failures.map(({ row, error }) => this.#toFailure(files, targets, row, error)),
        findings: [
          ...findings.map((finding) => this.#locate(finding, files)),
          ...this.#archive.findings.slice(known),
        ],
      };
    };
  }

  /** Finds out what would be done, and writes nothing. */
  async look(wave: Wave, folders: TargetFolders): Promise<WaveResult> {
    const { files } = wave;
    const targets = toTargetColumns(files);
    const writer = new TargetWriter(targets, folders, this.#rules, this.#crew.state, 0);
    const failures: RowFailure[] = [];
    for (let row = 0; row < files.length; row++) {
      const fault = folders.faults.get(files.folders[row] ?? 0);
      const entry = this.#archive.entry(files.entries[row] ?? 0);
      if (fault !== undefined) failures.push({ row, error: fault });
      else if (await writer.keeps(row, this.#contentOf(entry))) targets.status[row] = rowStatus.skipped;
      else {
        targets.status[row] = rowStatus.written;
        this.#crew.state.count(0, 1, sizeOf(entry, this.#options));
      }
      await this.#breath.take();
    }
    const failed = failures.map(({ row, error }) => this.#toFailure(files, targets, row, error));
    return { files, targets, failed, findings: [] };
  }

  #makeJob(
    columns: EntryColumns,
    targets: TargetColumns,
    folders: TargetFolders,
    location: SourceLocation,
    moduleUrl: string | undefined,
  ): ExtractJob {
    return {
      ...this.#crew.terms,
      columns,
      batches: cutBatches(columns),
      location,
      format: this.#archive.format,
      strict: this.#archive.strict,
      moduleUrl,
      targets,
      folders,
      rules: this.#rules,
    };
  }

  /** Writes one file in this thread, with all that the open archive has. */
  async #writeHere(
    row: number,
    files: PlannedFiles,
    writer: TargetWriter,
    failures: RowFailure[],
  ): Promise<void> {
    const { state } = this.#crew;
    if (state.isStopped) return;
    try {
      const entry = this.#archive.entry(files.entries[row] ?? 0);
      const bytes = await writer.write(row, this.#contentOf(entry));
      state.count(0, 1, bytes);
    } catch (error) {
      if (!ArchiveError.is(error) || isFatal(error)) throw error;
      const { code, message, details } = error;
      failures.push({ row, error: { code, message, offset: details.offset, help: details.help } });
    }
    checkTotal(state.done.bytes, this.#archive.reading.limits);
    await this.#breath.take();
  }

  #contentOf(entry: Entry): EntryContent {
    const { stored, signal } = this.#options;
    const Content = stored ? StoredContent : DecodedContent;
    return new Content(entry, this.#crew.largeFrom, { signal });
  }

  #toFailure(files: PlannedFiles, targets: TargetColumns, row: number, error: PlainError): ExtractFailure {
    targets.status[row] = rowStatus.failed;
    const entry = files.entries[row] ?? 0;
    const path = this.#archive.path(entry);
    return { entry, path, error: fromPlainError(error, { path, format: this.#archive.format }) };
  }

  /** A finding of a job, whose entries are rows, as one of the archive. */
  #locate(finding: Finding, files: PlannedFiles): Finding {
    const entry = files.entries[finding.entry ?? -1];
    return entry === undefined ? finding : { ...finding, entry, path: this.#archive.path(entry) };
  }
}

/** Collects what threads found; gives the rows to try again here. */
function sortOut(
  results: readonly EntriesResult[],
  failures: RowFailure[],
  findings: Finding[],
): readonly number[] {
  const again: number[] = [];
  for (const result of results) {
    findings.push(...result.findings);
    for (const failure of result.failures) {
      if (betterHere.has(failure.error.code)) again.push(failure.row);
      else failures.push(failure);
    }
  }
  return again.sort((a, b) => a - b);
}
