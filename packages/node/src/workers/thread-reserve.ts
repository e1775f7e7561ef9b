import { Worker } from 'node:worker_threads';
import { builtFile } from '../files/built-file.ts';
import type { CodeStore } from '../programs/code-store.ts';
import { currentPrograms } from '../programs/current-programs.ts';

/** Threads that are started and have no work yet. */
const reserve: Worker[] = [];

/**
 * Starts threads before it is known what they will do: a thread takes as long to start as a small archive to extract,
 * so it can do so while the archive is opened.
 */
export function startThreads(count: number, store: CodeStore | undefined): readonly Worker[] {
  const workers: Worker[] = [];
  while (workers.length < count) {
    const worker = startWorker(store);
    if (worker === undefined) break;
    // One that cannot start shows it by being gone when it is asked for.
    worker.on('error', () => {});
    workers.push(worker);
  }
  return workers;
}

/** Keeps started threads for whoever has work for them first. `endReserve` ends those that nobody took. */
export function reserveThreads(workers: readonly Worker[]): void {
  reserve.push(...workers);
}

/** Starts threads for work that is about to come. */
export function prepareThreads(count: number): void {
  reserveThreads(startThreads(count, currentPrograms()?.store));
}

/** A thread that waits for tasks, from the reserve if there is one; nothing where threads cannot run. */
export function takeWorker(): Worker | undefined {
  const worker = reserve.pop();
  if (worker === undefined || worker.threadId < 0) return startWorker(currentPrograms()?.store);
  worker.removeAllListeners('error');
  return worker;
}

/** Ends the threads that nobody took. */
export async function endReserve(): Promise<void> {
  await Promise.all(reserve.splice(0).map((worker) => worker.terminate()));
}

function startWorker(store: CodeStore | undefined): Worker | undefined {
  const url = builtFile('workers/start-thread.cjs');
  if (url === undefined) return undefined;
  // Without the flags of this process: those of a test runner or debugger are not meant for the threads.
  const worker = new Worker(url, { execArgv: [], name: 'packwright', workerData: store });
  worker.unref();
  return worker;
}
