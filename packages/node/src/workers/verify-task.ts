import type { Entry } from '@packwright/core';
import type { EntryJob } from './entry-job.ts';
import { type EntriesResult, runEntries } from './run-entries.ts';

/** One thread's part of a verification: each entry is decoded to its end, its checksum compared. */
export function runVerify(
  job: EntryJob,
  thread: number,
  breathe?: () => Promise<void> | undefined,
): Promise<EntriesResult> {
  const handler = {
    entry: (_: number, entry: Entry) => decodeFully(entry, job.largeFrom),
    bytes: (_: number, { length }: Uint8Array) => length,
  };
  return runEntries(job, thread, handler, breathe);
}

function decodeFully(entry: Entry, largeFrom: number): number | Promise<number> {
  const isLarge = (entry.size ?? 0) > largeFrom || entry.storedSize > largeFrom;
  if (isLarge || entry.row.body !== undefined) return decodeInPieces(entry);
  const bytes = entry.bytesNow();
  return bytes instanceof Promise ? bytes.then(({ length }) => length) : bytes.length;
}

async function decodeInPieces(entry: Entry): Promise<number> {
  let length = 0;
  for await (const chunk of entry.chunks()) length += chunk.length;
  if (entry.row.body === undefined) return length;
  length = 0;
  for await (const chunk of entry.bodyChunks()) length += chunk.length;
  return length;
}
