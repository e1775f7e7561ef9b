import type { Entry } from '@packwright/core';
import type { EntryJob } from './entry-job.ts';
import { type CallingThread, type EntriesResult, runEntries } from './run-entries.ts';

/** One thread's part of a verification: each entry is decoded to its end, its checksum compared. */
export function runVerify(
  job: EntryJob,
  thread: number,
  here?: CallingThread | undefined,
): Promise<EntriesResult> {
  const handler = {
    entry: (_: number, entry: Entry) => entry.verify(),
    // It is whole: more is not asked here.
    takes: () => true,
    file: () => true,
  };
  return runEntries(job, thread, handler, here);
}
