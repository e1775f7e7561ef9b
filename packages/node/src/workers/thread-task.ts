import type { ExtractJob } from '../extract/extract-task.ts';
import type { CopyBatch, CopyTarget } from '../files/copy-files.ts';
import type { EncodeWork } from './encode-task.ts';
import type { EntryJob, PlainError } from './entry-job.ts';

/** Work for a thread, as plain data. */
export type ThreadTask =
  | { readonly kind: 'extract'; readonly job: ExtractJob; readonly thread: number }
  | { readonly kind: 'verify'; readonly job: EntryJob; readonly thread: number }
  | { readonly kind: 'copy'; readonly target: CopyTarget; readonly batch: CopyBatch }
  | { readonly kind: 'encode'; readonly work: EncodeWork; readonly moduleUrl: string | undefined }
  /** Keeps the code that the thread has compiled. */
  | { readonly kind: 'keep' };

/** A task on its way to a thread. */
export interface ThreadRequest {
  readonly id: number;
  readonly task: ThreadTask;
}

/** The answer of a thread. */
export type ThreadReply =
  | {
      readonly id: number;
      readonly result: unknown;
      /** Whether `keep` would keep anything. */
      readonly hasCode: boolean;
    }
  | { readonly id: number; readonly error: PlainError };
