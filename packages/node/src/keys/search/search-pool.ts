import { Worker } from 'node:worker_threads';
import { ArchiveError, type ErrorCode } from '@packwright/core';
import { builtFile } from '../../files/built-file.ts';
import type { SearchJob } from './search-task.ts';
import type { FoundWindow } from './window-scanner.ts';

/** What a search thread answers. */
export type SearchReply =
  | { readonly found: FoundWindow[] }
  | {
      readonly error: { readonly code: string; readonly message: string; readonly help?: string | undefined };
    };

/** Threads that search beside the calling one; none where worker threads cannot run. */
export class SearchPool {
  readonly #workers: Worker[] = [];

  constructor(size: number) {
    const url = builtFile('keys/search/key-search-worker.cjs');
    if (url === undefined) return;
    for (let i = 0; i < size; i++)
      this.#workers.push(new Worker(url, { execArgv: [], name: 'packwright-keys' }));
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Lets a thread do its part of a search; what it throws comes as an `ArchiveError`. */
  run(number: number, job: SearchJob, thread: number): Promise<FoundWindow[]> {
    const worker = this.#workers[number];
    if (worker === undefined) return Promise.reject(endedEarly(`thread ${number} does not run`));
    return new Promise((resolve, reject) => {
      worker.once('message', (reply: SearchReply) => {
        if ('found' in reply) return resolve(reply.found);
        const { code, message, help } = reply.error;
        reject(new ArchiveError(code as ErrorCode, message, { help }));
      });
      worker.once('error', (cause) => reject(endedEarly(cause.message, cause)));
      worker.once('exit', (code) => reject(endedEarly(`exit code ${code}`)));
      worker.postMessage({ job, thread });
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.terminate()));
  }
}

function endedEarly(how: string, cause?: unknown): ArchiveError {
  return new ArchiveError('SOURCE_FAILED', `A search thread ended early: ${how}.`, {
    help: 'Try again with one thread (--jobs 1).',
    cause,
  });
}
