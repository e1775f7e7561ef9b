import { parentPort } from 'node:worker_threads';
import { ArchiveError } from '@packwright/core';
import type { SearchReply } from './search-pool.ts';
import { runSearch, type SearchJob } from './search-task.ts';

// The program of a search thread: answers one job.
parentPort?.on('message', async ({ job, thread }: { readonly job: SearchJob; readonly thread: number }) => {
  parentPort?.postMessage(await answer(job, thread));
});

async function answer(job: SearchJob, thread: number): Promise<SearchReply> {
  try {
    return { found: await runSearch(job, thread) };
  } catch (error) {
    if (ArchiveError.is(error)) {
      return { error: { code: error.code, message: error.message, help: error.details.help } };
    }
    return { error: { code: 'SOURCE_FAILED', message: String(error) } };
  }
}
