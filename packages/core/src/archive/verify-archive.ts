import type { Finding } from '../contract/finding.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { MemoryShare } from '../memory/memory-share.ts';
import { chunkLength } from '../read/extent-chunks.ts';
import { longestWhole } from '../read/small-extent.ts';
import type { Archive } from './archive.ts';
import type { Entry } from './entry.ts';

/** What a verification may be given. */
export interface VerifyOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each entry with the bytes decoded so far; a promise is waited for, so that signals can get through. */
  readonly progress?: ((entries: number, bytes: number) => void) | undefined;
  /** Numbers of the entries to look at, in this order; default all. */
  readonly entries?: Iterable<number> | undefined;
  /** Which of them; default all. */
  readonly filter?: ((entry: Entry) => boolean) | undefined;
}

/** An entry that could not be read right. */
export interface VerifyFailure {
  readonly entry: number;
  readonly path: string;
  readonly error: ArchiveError;
}

/** The result of a verification. */
export interface VerifyReport {
  readonly files: number;
  /** Decoded bytes. */
  readonly bytes: number;
  /** Entries whose checksum was compared. */
  readonly checked: number;
  readonly failures: readonly VerifyFailure[];
  /** Oddities of the archive as a whole. */
  readonly findings: readonly Finding[];
}

/** Decodes every entry to its end and compares every checksum; bad entries are collected, not thrown. */
export async function verifyArchive(archive: Archive, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { reading } = archive;
  const memory = new MemoryShare(reading.budget);
  try {
    // An entry at a time: stored and decoded, or in pieces.
    memory.takeBuffers(Math.max(chunkLength, longestWhole(reading)), chunkLength, 2, 'Verifying');
    return await verifyEntries(archive, options);
  } finally {
    memory.close();
  }
}

async function verifyEntries(archive: Archive, options: VerifyOptions): Promise<VerifyReport> {
  const { signal } = options;
  const failures: VerifyFailure[] = [];
  const opened = archive.findings.length;
  let files = 0;
  let bytes = 0;
  let checked = 0;
  for (const entry of chosenEntries(archive, options.entries)) {
    signal?.throwIfAborted();
    if (entry.kind === 'directory' || options.filter?.(entry) === false) continue;
    files++;
    if (entry.row.checksum !== undefined) checked++;
    const before = archive.findings.length;
    try {
      const decoded = entry.verify({ signal });
      bytes += decoded instanceof Promise ? await decoded : decoded;
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      failures.push({ entry: entry.index, path: entry.path, error });
    }
    failures.push(...mismatches(archive, before, entry.index));
    const pause: unknown = options.progress?.(files, bytes);
    if (pause instanceof Promise) await pause;
  }
  failures.sort((a, b) => a.entry - b.entry);
  return { files, bytes, checked, failures, findings: archive.findings.slice(0, opened) };
}

function* chosenEntries(
  archive: Archive,
  numbers: Iterable<number> | undefined,
): Generator<Entry, void, undefined> {
  if (numbers === undefined) yield* archive.entries();
  else for (const number of numbers) yield archive.entry(number);
}

/** What reading an entry left behind as findings are failures here; a codec does not know which entry it works for. */
function mismatches(archive: Archive, from: number, current: number): VerifyFailure[] {
  return archive.findings.slice(from).flatMap(({ entry = current, severity, code: kind, message, path }) => {
    if (severity !== 'error') return [];
    const shown = path ?? archive.path(entry);
    const code = kind === 'checksum-mismatch' ? 'CHECKSUM_MISMATCH' : 'DAMAGED';
    return [{ entry, path: shown, error: new ArchiveError(code, message, { path: shown }) }];
  });
}
