import { Worker } from 'node:worker_threads';
import { builtFile } from '../files/built-file.ts';

/** Threads that are started and have no work yet. */
const reserve: Worker[] = [];

/**
 * Starts threads before it is known what they will do: a thread takes as long to start as a small archive to extract,
 * so it can do so while the archive is opened. `endReserve` ends those that nobody took.
 */
export function reserveThreads(count: number): void {
  while (reserve.length < count) {
    const worker = startWorker();
    if (worker === undefined) return;
    // One that cannot start shows it by being gone when it is asked for.
    worker.on('error', () => {});
    reserve.push(worker);
  }
}

/** A thread that waits for tasks, from the reserve if there is one; nothing where threads cannot run. */
export function takeWorker(): Worker | undefined {
  const worker = reserve.pop();
  if (worker === undefined || worker.threadId < 0) return startWorker();
  worker.removeAllListeners('error');
  return worker;
}

/** Ends the threads that nobody took. */
export async function endReserve(): Promise<void> {
  await Promise.all(reserve.splice(0).map((worker) => worker.terminate()));
}

function startWorker(): Worker | undefined {
  const url = builtFile('workers/thread.cjs');
  if (url === undefined) return undefined;
  // Without the flags of this process: those of a test runner or debugger are not meant for the threads.
  const worker = new Worker(url, { execArgv: [], name: 'packwright' });
  worker.unref();
  return worker;
}
