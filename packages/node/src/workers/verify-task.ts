import type { Entry } from '@packwright/core';
import type { EntryJob } from './entry-job.ts';
import type { PlainRun } from './plain-run.ts';
import { type CallingThread, type EntriesResult, runEntries } from './run-entries.ts';

/** Nothing is known to check them by, and their bytes are there. */
function countRun(first: number, end: number, run: PlainRun): number {
  for (let row = first; row < end; row++) run.bytes += run.lengths[row] ?? 0;
  run.files += end - first;
  return end;
}

/** One thread's part of a verification: each entry is decoded to its end, its checksum compared. */
export function runVerify(
  job: EntryJob,
  thread: number,
  here?: CallingThread | undefined,
): Promise<EntriesResult> {
  const handler = {
    entry: (_: number, entry: Entry) => entry.verify(),
    plain: countRun,
  };
  return runEntries(job, thread, handler, here);
}
