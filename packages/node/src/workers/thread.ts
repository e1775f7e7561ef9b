import { parentPort, workerData } from 'node:worker_threads';
import { ArchiveError, toArchiveError } from '@packwright/core';
import { installNodeNatives } from '../natives/install-natives.ts';
import type { PlainError } from './entry-job.ts';
import { toPlainError } from './plain-error.ts';
import type { ThreadReply, ThreadRequest, ThreadTask } from './thread-task.ts';

/** A function for each kind of task; a thread has one kind only and loads no more than that needs. */
const loaders: {
  readonly [K in ThreadTask['kind']]: () => Promise<(task: ThreadTask & { kind: K }) => unknown>;
} = {
  async extract() {
    const { runExtract } = await import('../extract/extract-task.ts');
    return async ({ job, thread }) => {
      const { failures, findings } = await runExtract(job, thread);
      return { failures, findings };
    };
  },
  async verify() {
    const { runVerify } = await import('./verify-task.ts');
    return async ({ job, thread }) => {
      const { failures, findings } = await runVerify(job, thread);
      return { failures, findings };
    };
  },
  async encode() {
    const { runEncode } = await import('./encode-task.ts');
    return ({ work, moduleUrl }) => runEncode(work, moduleUrl);
  },
};

// The program of a worker thread: answers one task after the other. Loading starts before the first one comes.
installNodeNatives();
const kind = workerData as ThreadTask['kind'];
const loading = loaders[kind]() as Promise<(task: ThreadTask) => unknown>;
parentPort?.on('message', async ({ id, task }: ThreadRequest) => {
  const reply = await answer(id, task);
  parentPort?.postMessage(reply, 'result' in reply ? ownedBuffers(reply.result) : []);
});

/** What goes over to the other thread instead of being copied: a result's bytes. */
function ownedBuffers(result: unknown): readonly ArrayBuffer[] {
  const isHolder = typeof result === 'object' && result !== null && 'bytes' in result;
  const bytes = isHolder ? result.bytes : result;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

async function answer(id: number, task: ThreadTask): Promise<ThreadReply> {
  try {
    const run = await loading;
    return { id, result: await run(task) };
  } catch (error) {
    return { id, error: describeError(error) };
  }
}

function describeError(error: unknown): PlainError {
  const known = toArchiveError(error, 'SOURCE_FAILED', 'A worker failed');
  return ArchiveError.is(known) ? toPlainError(known) : { code: 'SOURCE_FAILED', message: String(error) };
}
