import { availableParallelism } from 'node:os';
import { FileSource } from '../../files/file-source.ts';
import { Breath } from '../../workers/breath.ts';
import { SharedState } from '../../workers/shared-state.ts';
import { SearchPool } from './search-pool.ts';
import { runSearch, type SearchJob } from './search-task.ts';
import { chunkLength, type FoundWindow, planScan, type SoughtWindow } from './window-scanner.ts';

/** Milliseconds between two looks at the signal and calls of `progress`. */
const breathEvery = 100;
/** Fewer chunks than this are searched before a thread has started. */
const fewChunks = 4;

/** How files are searched. */
export interface SearchOptions {
  /** Threads; default: as many as the machine has cores. */
  readonly jobs?: number | undefined;
  /** Look for long windows too at every multiple of 4, instead of 8: half as fast. */
  readonly everywhere?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: SearchProgress) => void) | undefined;
}

/** How far a search is, in bytes. */
export interface SearchProgress {
  readonly bytes: number;
  readonly totalBytes: number;
}

/** Searches files for windows with known digests; stops early when all are found. */
export async function searchFiles(
  paths: readonly string[],
  sought: readonly SoughtWindow[],
  options: SearchOptions,
): Promise<readonly FoundWindow[]> {
  const { signal, progress } = options;
  signal?.throwIfAborted();
  if (sought.length === 0) return [];
  const files = await Promise.all(paths.map(identifyFile));
  const totalBytes = files.reduce((sum, { identity }) => sum + identity.size, 0);
  const chunks = files.reduce((sum, { identity }) => sum + Math.ceil(identity.size / chunkLength), 0);
  const wanted = Math.max(1, Math.floor(options.jobs ?? availableParallelism()));
  const pool = new SearchPool(chunks < fewChunks ? 0 : Math.min(wanted, chunks) - 1);
  const state = SharedState.create(pool.size + 1);
  const job: SearchJob = {
    plan: planScan(sought, options.everywhere ?? false),
    files,
    state: state.buffers,
    found: new SharedArrayBuffer(sought.length),
  };
  const tell = (): void => progress?.({ bytes: state.done.bytes, totalBytes });
  const breath = new Breath(breathEvery, () => {
    signal?.throwIfAborted();
    tell();
  });
  try {
    const parts = Array.from({ length: pool.size }, (_, worker) => pool.run(worker, job, worker + 1));
    parts.push(runSearch(job, 0, () => breath.take()));
    for (const part of parts) part.catch(() => state.stop());
    const found = (await Promise.all(parts)).flat();
    signal?.throwIfAborted();
    tell();
    return found;
  } finally {
    await pool.close();
  }
}

async function identifyFile(path: string): Promise<SearchJob['files'][number]> {
  const file = FileSource.open(path);
  await file.close();
  return { path: file.path, identity: file.identity };
}
