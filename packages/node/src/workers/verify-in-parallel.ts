import { availableParallelism } from 'node:os';
import {
  type Archive,
  ArchiveError,
  Entry,
  type Finding,
  type VerifyFailure,
  type VerifyOptions,
  type VerifyReport,
} from '@packwright/core';
import { installNodeNatives } from '../natives/install-natives.ts';
import { cutBatches } from './batches.ts';
import { betterHere } from './better-here.ts';
import { Breath } from './breath.ts';
import { ColumnBuilder } from './column-builder.ts';
import { Crew } from './crew.ts';
import { type EntryColumns, hasChecksum } from './entry-columns.ts';
import type { EntryJob, RowFailure } from './entry-job.ts';
import { fromPlainError } from './plain-error.ts';
import { PortableCodecs } from './portable-codecs.ts';
import { isPortable } from './portable-row.ts';
import type { EntriesResult } from './run-entries.ts';
import { locateSource, type SourceLocation } from './source-location.ts';
import { runVerify } from './verify-task.ts';
import { waveRanges } from './wave-ranges.ts';

/** How a verification with several threads goes. */
export interface ParallelVerifyOptions extends VerifyOptions {
  /** Threads to use; default: as many as the machine has cores. */
  readonly jobs?: number | undefined;
}

/** Milliseconds between two looks at the signal and calls of `progress`. */
const breathEvery = 40;

/** The same as `archive.verify()`, with all cores where the archive is a file. */
export async function verifyInParallel(
  archive: Archive,
  options: ParallelVerifyOptions = {},
): Promise<VerifyReport> {
  installNodeNatives();
  const location = locateSource(archive.source);
  const jobs = options.jobs ?? availableParallelism();
  if (location === undefined || jobs < 2) return archive.verify(options);
  const crew = new Crew(archive, jobs);
  const stop = (): void => crew.state.stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    return await new Verification(archive, options, crew, location).run();
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await crew.close();
  }
}

/** Entries for any thread. */
interface Wave {
  /** Numbers in the archive, by row of the columns. */
  readonly numbers: readonly number[];
  readonly columns: EntryColumns;
}

class Verification {
  readonly #archive: Archive;
  readonly #options: ParallelVerifyOptions;
  readonly #crew: Crew;
  readonly #location: SourceLocation;
  readonly #codecs: PortableCodecs;
  readonly #breath: Breath;
  readonly #failures: VerifyFailure[] = [];
  /** Entries that only this thread can read. */
  readonly #local = new Set<number>();
  #files = 0;
  #checked = 0;

  constructor(archive: Archive, options: ParallelVerifyOptions, crew: Crew, location: SourceLocation) {
    this.#archive = archive;
    this.#options = options;
    this.#crew = crew;
    this.#location = location;
    this.#codecs = new PortableCodecs(archive.plugin);
    this.#breath = new Breath(breathEvery, () => this.#look());
  }

  async run(): Promise<VerifyReport> {
    const findings = [...this.#archive.findings];
    // Threads start while this one plans, and work on one wave while it plans the next.
    this.#crew.startFor(this.#archive.length, this.#archive.source.size);
    let join: (() => Promise<void>) | undefined;
    for (const [start, end] of waveRanges(this.#archive.length, this.#crew.waveLengths)) {
      const wave = this.#plan(start, end);
      await join?.();
      this.#options.signal?.throwIfAborted();
      join = this.#begin(wave);
    }
    await join?.();
    this.#options.signal?.throwIfAborted();
    const shared = this.#crew.state.done;
    const { progress, signal } = this.#options;
    const rest = await this.#archive.verify({
      signal,
      entries: [...this.#local].sort((a, b) => a - b),
      progress: (files, bytes) => progress?.(shared.files + files, shared.bytes + bytes),
    });
    return {
      files: this.#files + rest.files,
      bytes: shared.bytes + rest.bytes,
      checked: this.#checked + rest.checked,
      failures: [...this.#failures, ...rest.failures].sort((a, b) => a.entry - b.entry),
      findings,
    };
  }

  #plan(start: number, end: number): Wave {
    const numbers: number[] = [];
    const builder = new ColumnBuilder(end - start);
    const { filter } = this.#options;
    const { entries } = this.#archive.index;
    for (let number = start; number < end; number++) {
      const row = entries.at(number);
      if (row.kind === 'directory' || filter?.(new Entry(this.#archive, number, row)) === false) continue;
      if (isPortable(row, this.#archive, this.#codecs)) {
        numbers.push(number);
        builder.add(row);
      } else this.#local.add(number);
    }
    return { numbers, columns: builder.finish() };
  }

  /** Lets the other threads begin; this one takes part when the function that this gives is called. */
  #begin({ numbers, columns }: Wave): () => Promise<void> {
    const job: EntryJob = {
      ...this.#crew.terms,
      columns,
      batches: cutBatches(columns),
      location: this.#location,
      format: this.#archive.format,
      strict: this.#archive.strict,
      moduleUrl: this.#codecs.moduleUrl,
    };
    const codecs = this.#archive.plugin.codecs ?? [];
    const join = this.#crew.begin((thread) => ({ kind: 'verify', job, thread }));
    const own = () => runVerify(job, 0, { codecs, breathe: () => this.#crew.breathe(this.#breath) });
    return async () => this.#take(await join(own), numbers, columns);
  }

  #take(results: readonly EntriesResult[], numbers: readonly number[], columns: EntryColumns): void {
    const isHere = (number: number): boolean => !this.#local.has(number);
    for (const { failures, findings } of results) {
      for (const failure of failures) this.#takeFailure(failure, numbers[failure.row] ?? 0);
      for (const finding of findings) this.#takeFinding(finding, numbers[finding.entry ?? -1]);
    }
    this.#files += numbers.filter(isHere).length;
    this.#checked += numbers.filter((number, row) => isHere(number) && hasChecksum(columns, row)).length;
  }

  #takeFailure({ error }: RowFailure, entry: number): void {
    if (betterHere.has(error.code)) this.#local.add(entry);
    else {
      const path = this.#archive.path(entry);
      this.#failures.push({
        entry,
        path,
        error: fromPlainError(error, { path, format: this.#archive.format }),
      });
    }
  }

  /** Checksum findings that reading left behind are failures here. */
  #takeFinding({ severity, code, message }: Finding, entry: number | undefined): void {
    if (entry === undefined || severity !== 'error') return;
    const path = this.#archive.path(entry);
    const kind = code === 'checksum-mismatch' ? 'CHECKSUM_MISMATCH' : 'DAMAGED';
    this.#failures.push({ entry, path, error: new ArchiveError(kind, message, { path }) });
  }

  #look(): void {
    this.#options.signal?.throwIfAborted();
    const { files, bytes } = this.#crew.state.done;
    this.#options.progress?.(files, bytes);
  }
}
