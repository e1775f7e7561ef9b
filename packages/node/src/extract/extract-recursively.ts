import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, ArchiveError, type Entry } from '@packwright/core';
import { closeNested, type NestedOptions, nestingMark, openIfArchive } from '@packwright/toolkit';
import { Breath } from '../workers/breath.ts';
import { isFatal } from '../workers/fatal-error.ts';
import { checkTotal } from '../workers/total-limit.ts';
import { extractArchive } from './extract-archive.ts';
import type { ExtractOptions, ExtractReport } from './extract-options.ts';
import { foldName } from './rules/fold-name.ts';
import { refuseLinkedParent } from './rules/linked-parent.ts';
import { addSuffix } from './rules/name-suffix.ts';
import { safePath } from './safe-path.ts';

/** Milliseconds after which looking for archives lets signals through. */
const breathEvery = 40;

/** How an extraction into nested archives goes. */
export interface RecursiveExtractOptions extends Omit<ExtractOptions, 'filter'> {
  /** How nested archives are opened. */
  readonly open: NestedOptions;
  /** Entries to extract, by their path from the outermost archive (`a!/b`); default all. */
  readonly filter?: ((path: string, entry: Entry) => boolean) | undefined;
}

/**
 * The same as `extractArchive`, with each archive inside the archive as a folder that has the name of its entry.
 * Paths in the report go from the outermost archive; `stripComponents` counts its folders only.
 */
export async function extractRecursively(
  archive: Archive,
  destination: string,
  options: RecursiveExtractOptions,
): Promise<ExtractReport> {
  const extraction = new RecursiveExtraction(destination, options, archive.reading.limits.totalSize);
  await extraction.extract(archive, { prefix: '', folders: [], depth: 0 });
  return extraction.report;
}

/** Where an archive lies and where its files go. */
interface Level {
  /** Paths in it begin with this, as seen from the outermost archive. */
  readonly prefix: string;
  /** Below the destination. */
  readonly folders: readonly string[];
  readonly depth: number;
}

class RecursiveExtraction {
  readonly #destination: string;
  readonly #options: RecursiveExtractOptions;
  readonly #limit: number;
  readonly #taken = new Set<string>();
  readonly #breath = new Breath(breathEvery, () => this.#options.signal?.throwIfAborted());
  report: ExtractReport = { files: 0, directories: 0, bytes: 0, skipped: 0, failed: [], findings: [] };

  constructor(destination: string, options: RecursiveExtractOptions, limit: number) {
    this.#destination = destination;
    this.#options = options;
    this.#limit = limit;
  }

  async extract(archive: Archive, level: Level): Promise<void> {
    const nested = new Set<number>();
    for (const entry of archive.entries()) {
      await this.#breath.take();
      if (await this.#extractNested(entry, level)) nested.add(entry.index);
    }
    const { filter, stripComponents, onEntry, progress } = this.#options;
    const isWanted = (entry: Entry): boolean =>
      !nested.has(entry.index) && filter?.(level.prefix + entry.path, entry) !== false;
    if (archive.length > 0 && ![...archive.entries()].some(isWanted)) return;
    const before = this.report;
    this.#add(
      level,
      await extractArchive(archive, join(this.#destination, ...level.folders), {
        ...this.#options,
        filter: isWanted,
        stripComponents: level.depth === 0 ? stripComponents : 0,
        onEntry:
          onEntry &&
          ((result) =>
            onEntry({
              ...result,
              path: level.prefix + result.path,
              target: [...level.folders, result.target].join('/'),
            })),
        progress:
          progress &&
          (({ files, bytes, totalFiles, totalBytes }) =>
            progress({
              files: before.files + files,
              bytes: before.bytes + bytes,
              totalFiles: before.files + totalFiles,
              totalBytes: before.bytes + totalBytes,
            })),
      }),
    );
  }

  /** Extracts what is in an entry; gives whether it is an archive. */
  async #extractNested(entry: Entry, level: Level): Promise<boolean> {
    const { nested, problem } = await openIfArchive(entry, level.depth + 1, this.#options.open);
    const path = level.prefix + entry.path;
    if (problem !== undefined) this.#note(entry, path, problem);
    if (nested === undefined) return false;
    try {
      const folders = [...level.folders, ...this.#claimFolder(entry, level)];
      this.#refuseLinks(folders);
      await this.extract(nested, { prefix: path + nestingMark, folders, depth: level.depth + 1 });
    } catch (error) {
      if (!ArchiveError.is(error) || isFatal(error) || error.code === 'LIMIT_EXCEEDED') throw error;
      const failure = { entry: entry.index, path, error };
      this.report = { ...this.report, failed: [...this.report.failed, failure] };
    } finally {
      await closeNested(nested);
    }
    return true;
  }

  /** Folders for a nested archive, of which no other one has the last. */
  #claimFolder(entry: Entry, { folders, depth }: Level): readonly string[] {
    const { parts } = safePath(entry.path, entry.archive.reading.limits.nameLength);
    const { flat, stripComponents = 0 } = this.#options;
    // Whatever is left out, an archive keeps a folder of its own.
    const left = flat || depth === 0 ? Math.min(flat ? parts.length : stripComponents, parts.length - 1) : 0;
    const kept = parts.slice(Math.max(0, left));
    const name = kept.at(-1);
    if (name === undefined) {
      throw new ArchiveError('PATH_UNSAFE', `The path ${JSON.stringify(entry.path)} names no file.`, {
        path: entry.path,
      });
    }
    const around = [...folders, ...kept.slice(0, -1)];
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : addSuffix(name, number);
      const key = [...around, free].map(foldName).join('/');
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return [...kept.slice(0, -1), free];
    }
  }

  /** A link below the destination would lead the files of the nested archive elsewhere. */
  #refuseLinks(folders: readonly string[]): void {
    for (let count = 1; count <= folders.length; count++) {
      const shown = folders.slice(0, count);
      const stat = lstatSync(join(this.#destination, ...shown), { throwIfNoEntry: false });
      if (stat === undefined) return;
      refuseLinkedParent(stat, shown.join('/'));
    }
  }

  #note(entry: Entry, path: string, problem: ArchiveError): void {
    const message = `${JSON.stringify(path)} looks like an archive and stays a file: ${problem.message}`;
    const finding = {
      severity: 'warning',
      code: 'nested-unreadable',
      message,
      entry: entry.index,
      path,
    } as const;
    this.report = { ...this.report, findings: [...this.report.findings, finding] };
  }

  #add({ prefix }: Level, more: ExtractReport): void {
    const { files, directories, bytes, skipped, failed, findings } = this.report;
    const inside = <T extends { readonly path?: string | undefined }>(item: T): T =>
      item.path === undefined ? item : { ...item, path: prefix + item.path };
    this.report = {
      files: files + more.files,
      directories: directories + more.directories,
      bytes: bytes + more.bytes,
      skipped: skipped + more.skipped,
      failed: [...failed, ...more.failed.map(inside)],
      findings: [...findings, ...more.findings.map(inside)],
    };
    checkTotal(this.report.bytes, { totalSize: this.#limit });
  }
}
