import { type Archive, type ByteSource, type Finding, SliceSource } from '@packwright/core';
import { FileSource } from '../files/file-source.ts';
import { randomToken } from '../files/random-token.ts';
import { trackTemporary } from '../files/temporaries.ts';
import { Breath } from '../workers/breath.ts';
import { Crew } from '../workers/crew.ts';
import { PortableCodecs } from '../workers/portable-codecs.ts';
import { locateSource } from '../workers/source-location.ts';
import { checkTotal } from '../workers/total-limit.ts';
import { Destination } from './destination.ts';
import type { ExtractedEntry, ExtractFailure, ExtractOptions, ExtractReport } from './extract-options.ts';
import { FolderMaker } from './make-folders.ts';
import { measurePlan, planWaves, type Wave } from './plan-waves.ts';
import type { PlannedFiles } from './planned-files.ts';
import { rowStatus } from './target-columns.ts';
import { TargetTree } from './target-tree.ts';
import { type WaveResult, WaveRunner } from './wave-runner.ts';

/** Milliseconds between two looks at the signal and calls of `progress`. */
const breathEvery = 40;

const statusNames = {
  [rowStatus.written]: 'written',
  [rowStatus.skipped]: 'skipped',
  [rowStatus.failed]: 'failed',
} as const;

/** One extraction from plan to report. */
export class Extraction {
  readonly #archive: Archive;
  readonly #options: ExtractOptions;
  readonly #destination: Destination;
  readonly #crew: Crew;
  readonly #tree: TargetTree;
  readonly #folders: FolderMaker;
  readonly #runner: WaveRunner;
  readonly #findings: Finding[] = [];
  readonly #tally = { current: 0, skipped: 0, failed: [] as ExtractFailure[] };
  #files = 0;
  #total = { files: 0, bytes: 0 };
  #isInterrupted = false;

  constructor(archive: Archive, destination: string, options: ExtractOptions, jobs: number) {
    const {
      dryRun = false,
      resume = false,
      stripComponents = 0,
      flat = false,
      overwrite = 'never',
    } = options;
    this.#archive = archive;
    this.#options = options;
    this.#crew = new Crew(archive, jobs);
    try {
      this.#tree = new TargetTree({
        stripComponents,
        flat,
        nameLength: archive.reading.limits.nameLength,
        expected: options.filter === undefined ? archive.length : 0,
        memory: this.#crew.memory,
        report: (finding) => this.#findings.push({ ...finding, entry: this.#tally.current }),
      });
      // After all else that can fail: what it makes on the disk would stay.
      this.#destination = Destination.open(destination, { dryRun, resume });
    } catch (error) {
      this.#crew.memory.close();
      throw error;
    }
    this.#folders = new FolderMaker(this.#destination.root, this.#destination.isFresh, dryRun);
    const rules = {
      overwrite,
      resume,
      archiveModified: modifiedTime(fileBehind(archive.source)),
      renames: !this.#destination.isStaged,
      token: `packwright-${randomToken()}`,
    };
    this.#runner = new WaveRunner(
      archive,
      options,
      this.#crew,
      rules,
      new Breath(breathEvery, () => this.#look()),
    );
  }

  /** Does the work. However it ends, no half file is left, and what was finished stays. */
  async run(): Promise<ExtractReport> {
    const { signal } = this.#options;
    const stop = (): void => this.#crew.state.stop();
    signal?.addEventListener('abort', stop, { once: true });
    const forget = trackTemporary({ remove: () => this.#interrupt() });
    try {
      await this.#runWaves();
      this.#assertUnchanged();
      if (!this.#options.dryRun) this.#destination.commit();
      this.#showProgress();
      return this.#report();
    } catch (error) {
      this.#interrupt();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      forget();
      await this.#crew.close();
    }
  }

  async #runWaves(): Promise<void> {
    const archive = this.#archive;
    const { filter, dryRun, signal } = this.#options;
    const location = locateSource(archive.source);
    const codecs = location === undefined ? undefined : new PortableCodecs(archive.plugin);
    const { waveLength, waveLengths } = this.#crew;
    // What is planned soon need not be measured before.
    const isPlanned = archive.length <= waveLength;
    if (!isPlanned) this.#total = measurePlan(archive, this.#options);
    // Threads start while this one plans.
    const mayStart = codecs !== undefined && dryRun !== true;
    if (mayStart && filter === undefined) this.#crew.startFor(archive.length, 0);
    // While threads write a wave, this one plans the next and then joins them.
    let join: (() => Promise<WaveResult>) | undefined;
    const finish = async (): Promise<void> => {
      if (join !== undefined) this.#take(await join());
      signal?.throwIfAborted();
    };
    for (const wave of planWaves(archive, this.#tree, codecs, this.#options, this.#tally, waveLengths)) {
      if (isPlanned) this.#total = addWave(this.#total, wave);
      checkTotal(this.#total.bytes, archive.reading.limits);
      signal?.throwIfAborted();
      this.#folders.makeUpTo(this.#tree.folders);
      const folders = this.#folders.toData();
      if (mayStart) this.#crew.startFor(wave.columns.length, wave.bytes);
      await finish();
      join = dryRun
        ? () => this.#runner.look(wave, folders)
        : this.#runner.begin(wave, folders, location, codecs?.moduleUrl);
    }
    await finish();
  }

  #take({ files, targets, failed, findings }: WaveResult): void {
    this.#tally.failed.push(...failed);
    this.#findings.push(...findings);
    for (let row = 0; row < files.length; row++) {
      const status = targets.status[row];
      if (status === rowStatus.written) this.#files++;
      if (status === rowStatus.skipped) this.#tally.skipped++;
      this.#options.onEntry?.(this.#describe(files, row, status));
    }
  }

  #describe(
    { entries, folders, names }: PlannedFiles,
    row: number,
    status: number | undefined,
  ): ExtractedEntry {
    const entry = entries[row] ?? 0;
    return {
      entry,
      path: this.#archive.path(entry),
      target: [...this.#tree.folderParts(folders[row] ?? 0), names[row]].join('/'),
      status: statusNames[status as keyof typeof statusNames] ?? 'failed',
    };
  }

  #look(): void {
    this.#options.signal?.throwIfAborted();
    this.#showProgress();
  }

  #showProgress(): void {
    const { files, bytes } = this.#crew.state.done;
    this.#options.progress?.({ files, bytes, totalFiles: this.#total.files, totalBytes: this.#total.bytes });
  }

  #assertUnchanged(): void {
    const source = fileBehind(this.#archive.source);
    source?.assertUnchanged();
  }

  #interrupt(): void {
    if (this.#isInterrupted || this.#options.dryRun) return;
    this.#isInterrupted = true;
    this.#crew.state.stop();
    this.#runner.discardOpen();
    // Not what is counted: a file that was left out because work is to stop counts as well.
    if (this.#files > 0 || this.#runner.hasWritten) this.#destination.commit();
    else this.#destination.abandon();
  }

  #report(): ExtractReport {
    const byEntry = (a: { entry?: number | undefined }, b: { entry?: number | undefined }): number =>
      (a.entry ?? -1) - (b.entry ?? -1);
    return {
      files: this.#files,
      directories: this.#folders.made,
      bytes: this.#crew.state.done.bytes,
      skipped: this.#tally.skipped,
      failed: this.#tally.failed.sort(byEntry),
      findings: this.#findings.sort(byEntry),
    };
  }
}

function addWave(
  { files, bytes }: { files: number; bytes: number },
  wave: Wave,
): { files: number; bytes: number } {
  return { files: files + wave.files.length, bytes: bytes + wave.bytes };
}

function modifiedTime(file: FileSource | undefined): number | undefined {
  return file === undefined ? undefined : Number(file.identity.modified / 1_000_000n);
}

function fileBehind(source: ByteSource): FileSource | undefined {
  const file = source instanceof SliceSource ? source.base : source;
  return file instanceof FileSource ? file : undefined;
}
