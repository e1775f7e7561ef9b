import type { Worker } from 'node:worker_threads';
import { ArchiveError } from '@packwright/core';
import { fromPlainError } from './plain-error.ts';
import { takeWorker } from './thread-reserve.ts';
import type { ThreadReply, ThreadTask } from './thread-task.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  /** Whether it has compiled what is worth keeping. */
  hasCode: boolean;
  failure: ArchiveError | undefined;
}

/** Worker threads that run tasks. They keep the process alive only while they work; `close` ends them. */
export class WorkerPool {
  readonly #threads: Thread[] = [];
  #lastId = 0;

  /** Starts threads. A pool has none where worker threads cannot run. */
  constructor(size: number) {
    for (let number = 0; number < size; number++) {
      const worker = takeWorker();
      if (worker === undefined) return;
      this.#threads.push(watch(worker));
    }
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Tasks that a thread has not answered yet. */
  load(number: number): number {
    return this.#threads[number]?.waiting.size ?? 0;
  }

  /** Runs a task in a thread; what it throws comes as an `ArchiveError`. */
  run<T>(number: number, task: ThreadTask): Promise<T> {
    const thread = this.#threads[number];
    return thread === undefined ? Promise.reject(noThread(number)) : this.#send<T>(thread, task);
  }

  async close(): Promise<void> {
    await this.#keepCode();
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  /**
   * Lets one thread keep the code that it has compiled: all run the same programs, and the one that worked most has
   * called most of them. It is asked at the end, when V8's flags are those again that the next run starts with.
   */
  async #keepCode(): Promise<void> {
    const [first] = this.#threads
      .filter(({ hasCode, waiting }) => hasCode && waiting.size === 0)
      .sort((a, b) => timeOf(b.worker) - timeOf(a.worker));
    // One that ends meanwhile keeps nothing, and the next run compiles again.
    if (first !== undefined) await this.#send(first, { kind: 'keep' }).catch(() => undefined);
  }

  #send<T>(thread: Thread, task: ThreadTask): Promise<T> {
    if (thread.failure !== undefined) return Promise.reject(thread.failure);
    const id = ++this.#lastId;
    thread.worker.ref();
    return new Promise<T>((resolve, reject) => {
      thread.waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      thread.worker.postMessage({ id, task });
    });
  }
}

/** Milliseconds that a thread did something. */
function timeOf(worker: Worker): number {
  return worker.performance.eventLoopUtilization().active;
}

function watch(worker: Worker): Thread {
  const thread: Thread = { worker, waiting: new Map(), hasCode: false, failure: undefined };
  worker.on('message', (reply: ThreadReply) => {
    const waiting = thread.waiting.get(reply.id);
    thread.waiting.delete(reply.id);
    if (thread.waiting.size === 0) worker.unref();
    if ('error' in reply) waiting?.reject(fromPlainError(reply.error));
    else {
      thread.hasCode = reply.hasCode;
      waiting?.resolve(reply.result);
    }
  });
  const fail = (cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : `exit code ${cause}`;
    thread.failure ??= new ArchiveError('SOURCE_FAILED', `A worker thread ended early: ${reason}.`, {
      help: 'Use one thread (--jobs 1), and more memory if there is any.',
      cause,
    });
    for (const { reject } of thread.waiting.values()) reject(thread.failure);
    thread.waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', fail);
  return thread;
}

function noThread(number: number): ArchiveError {
  return new ArchiveError('SOURCE_FAILED', `Worker thread ${number} does not run.`);
}
