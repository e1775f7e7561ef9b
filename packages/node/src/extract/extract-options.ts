import type { ArchiveError, Entry, Finding } from '@packwright/core';
import type { Overwrite } from './overwrite.ts';

/** How an extraction goes. */
export interface ExtractOptions {
  /** Entries to extract; default all. */
  readonly filter?: ((entry: Entry) => boolean) | undefined;
  /** What happens to files that are there already; default `never`: they stay and count as skipped. */
  readonly overwrite?: Overwrite | undefined;
  /** Outermost folders to leave out of each path; entries with no more parts are skipped. */
  readonly stripComponents?: number | undefined;
  /** Leave out all folders. */
  readonly flat?: boolean | undefined;
  /** Write the bytes as they lie in the archive, before any decoding. */
  readonly stored?: boolean | undefined;
  /** Look and count, but write nothing. */
  readonly dryRun?: boolean | undefined;
  /** Go on with an extraction that was cut off: files of the right size and checksum stay, others are written. */
  readonly resume?: boolean | undefined;
  /** Threads to use; default: as many as the machine has cores. */
  readonly jobs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told now and then how far the work is. */
  readonly progress?: ((progress: ExtractProgress) => void) | undefined;
  /** Told of each entry once it is done, in no particular order. */
  readonly onEntry?: ((result: ExtractedEntry) => void) | undefined;
}

/** How far an extraction is. Sizes that only the data tells count once they are known. */
export interface ExtractProgress {
  readonly files: number;
  readonly bytes: number;
  readonly totalFiles: number;
  readonly totalBytes: number;
}

/** What became of an entry. */
export interface ExtractedEntry {
  /** Number in the archive. */
  readonly entry: number;
  /** Path in the archive. */
  readonly path: string;
  /** Path below the destination, with `/`. */
  readonly target: string;
  readonly status: 'written' | 'skipped' | 'failed';
}

/** An entry that could not be extracted. */
export interface ExtractFailure {
  readonly entry: number;
  readonly path: string;
  readonly error: ArchiveError;
}

/** The result of an extraction. */
export interface ExtractReport {
  /** Files written; in a dry run, those that would be. */
  readonly files: number;
  /** Folders made below the destination. */
  readonly directories: number;
  /** Bytes of the files written. */
  readonly bytes: number;
  /** Entries left out: there already, or with no parts left after stripping. */
  readonly skipped: number;
  readonly failed: readonly ExtractFailure[];
  /** Oddities of paths, and of contents whose checksum is wrong; by entry. */
  readonly findings: readonly Finding[];
}
