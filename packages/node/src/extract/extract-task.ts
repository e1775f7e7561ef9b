import type { Entry } from '@packwright/core';
import type { EntryJob } from '../workers/entry-job.ts';
import { type CallingThread, type EntriesResult, runEntries } from '../workers/run-entries.ts';
import { SharedState } from '../workers/shared-state.ts';
import { DecodedContent } from './entry-content.ts';
import type { TargetColumns } from './target-columns.ts';
import { type TargetFolders, TargetWriter, type WriteRules } from './target-writer.ts';

/** Entries to be written by several threads, as plain data. */
export interface ExtractJob extends EntryJob {
  /** One row for each entry of the columns, and more for those that one thread writes alone. */
  readonly targets: TargetColumns;
  readonly folders: TargetFolders;
  readonly rules: WriteRules;
}

/** One thread's part of an extraction. */
export function runExtract(
  job: ExtractJob,
  thread: number,
  here?: CallingThread | undefined,
): Promise<EntriesResult> {
  const writer = new TargetWriter(job.targets, job.folders, job.rules, new SharedState(job.state), thread);
  const options = {};
  const handler = {
    entry: (row: number, entry: Entry) =>
      writer.write(row, new DecodedContent(entry, job.largeFrom, options)),
    takes: (row: number) => writer.takes(row),
    file: (row: number, buffer: Uint8Array, start: number, length: number) =>
      writer.writeFile(row, buffer, start, length),
  };
  return runEntries(job, thread, handler, here);
}
