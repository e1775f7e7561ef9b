import { type FileIdentity, FileSource } from '../../files/file-source.ts';
import { SharedState } from '../../workers/shared-state.ts';
import { chunkLength, type FoundWindow, type ScanPlan, WindowScanner } from './window-scanner.ts';

/** A search through files by several threads, as plain data. */
export interface SearchJob {
  readonly plan: ScanPlan;
  readonly files: readonly { readonly path: string; readonly identity: FileIdentity }[];
  readonly state: SharedState['buffers'];
  /** A byte for each sought window, not zero once a thread has found it. */
  readonly found: SharedArrayBuffer;
}

/** One thread's part of a search: takes chunks until none is left. `breathe` runs after each. */
export async function runSearch(
  job: SearchJob,
  thread: number,
  breathe?: () => Promise<void> | undefined,
): Promise<FoundWindow[]> {
  const state = new SharedState(job.state);
  const scanner = new WindowScanner(job.plan, new Uint8Array(job.found));
  const found: FoundWindow[] = [];
  let next = state.takeBatch();
  let first = 0;
  for (const { path, identity } of job.files) {
    const end = first + Math.ceil(identity.size / chunkLength);
    if (next < end) {
      const file = FileSource.reopen(path, identity);
      try {
        for (; next < end && !state.isStopped && !scanner.isDone; next = state.takeBatch()) {
          const offset = (next - first) * chunkLength;
          found.push(...scanChunk(scanner, file, offset));
          state.count(thread, 1, Math.min(chunkLength, identity.size - offset));
          await breathe?.();
        }
      } finally {
        await file.close();
      }
    }
    first = end;
  }
  return found;
}

function scanChunk(scanner: WindowScanner, file: FileSource, offset: number): FoundWindow[] {
  const length = Math.min(scanner.buffer.length, file.size - offset);
  file.readInto(offset, scanner.buffer.subarray(0, length));
  return scanner.scan(Math.min(chunkLength, length), length);
}
