import { parentPort } from 'node:worker_threads';
import { ArchiveError, toArchiveError } from '@packwright/core';
import { runExtract } from '../extract/extract-task.ts';
import { copyBatch } from '../files/copy-files.ts';
import { installNodeNatives } from '../natives/install-natives.ts';
import { usePrograms } from '../programs/current-programs.ts';
import type { ProgramLoader } from '../programs/program-loader.ts';
import { runEncode } from './encode-task.ts';
import type { PlainError } from './entry-job.ts';
import { toPlainError } from './plain-error.ts';
import type { ThreadReply, ThreadRequest, ThreadTask } from './thread-task.ts';
import { runVerify } from './verify-task.ts';

/** Does a task; what it gives can go back to the thread that asked. */
async function run(task: ThreadTask, programs: ProgramLoader): Promise<unknown> {
  if (task.kind === 'keep') return programs.keepCode();
  if (task.kind === 'copy') return copyBatch(task.target, task.batch);
  if (task.kind === 'encode') return runEncode(task.work, task.moduleUrl);
  const { failures, findings } = await (task.kind === 'extract'
    ? runExtract(task.job, task.thread)
    : runVerify(task.job, task.thread));
  return { failures, findings };
}

/** The program of a worker thread: answers one task after the other. */
export function serve(programs: ProgramLoader): void {
  usePrograms(programs);
  installNodeNatives();
  parentPort?.on('message', async ({ id, task }: ThreadRequest) => {
    const reply = await answer(id, task, programs);
    parentPort?.postMessage(reply, 'result' in reply ? ownedBuffers(reply.result) : []);
  });
}

/** What goes over to the other thread instead of being copied: a result's bytes. */
function ownedBuffers(result: unknown): readonly ArrayBuffer[] {
  const isHolder = typeof result === 'object' && result !== null && 'bytes' in result;
  const bytes = isHolder ? result.bytes : result;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

async function answer(id: number, task: ThreadTask, programs: ProgramLoader): Promise<ThreadReply> {
  try {
    const result = await run(task, programs);
    return { id, result, hasCode: programs.hasCode };
  } catch (error) {
    return { id, error: describeError(error) };
  }
}

function describeError(error: unknown): PlainError {
  const known = toArchiveError(error, 'SOURCE_FAILED', 'A worker failed');
  return ArchiveError.is(known) ? toPlainError(known) : { code: 'SOURCE_FAILED', message: String(error) };
}
