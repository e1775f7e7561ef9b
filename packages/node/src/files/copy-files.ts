import { writeSync } from 'node:fs';
import { FileContent } from './file-content.ts';
import { systemError } from './system-error.ts';

/** A range of a file, and where it goes in another. */
export interface FileCopy {
  readonly path: string;
  /** Bytes that the whole file had when it was found. */
  readonly size: number;
  readonly from: number;
  readonly length: number;
  readonly to: number;
}

/** A file that is being written, as any thread can use it. */
export interface CopyTarget {
  readonly descriptor: number;
  /** What errors call it. */
  readonly path: string;
  /** Bytes that a thread may hold. */
  readonly bufferLength: number;
}

/** Copies for a thread. */
export interface CopyBatch {
  readonly copies: readonly FileCopy[];
  /** Counts the batches that the thread is done with, well or not: shared memory, which can be looked at any time. */
  readonly done: Int32Array;
}

/** Does a batch in a thread. */
export function copyBatch(target: CopyTarget, { copies, done }: CopyBatch): void {
  try {
    copyFiles(target, copies);
  } finally {
    Atomics.add(done, 0, 1);
  }
}

let buffer = new Uint8Array(0);

/** Copies ranges of files into a file. Neighbours are read one behind the other and go out with one write. */
export function copyFiles(target: CopyTarget, copies: readonly FileCopy[]): void {
  if (buffer.length !== target.bufferLength) buffer = new Uint8Array(target.bufferLength);
  let start = 0;
  let filled = 0;
  const flush = (): void => {
    writeAll(target, start, buffer.subarray(0, filled));
    filled = 0;
  };
  for (const { path, size, from, length, to } of copies) {
    const file = new FileContent(path, size);
    for (let done = 0; done < length; ) {
      if (filled === buffer.length || to + done !== start + filled) flush();
      if (filled === 0) start = to + done;
      const count = Math.min(length - done, buffer.length - filled);
      file.readInto(from + done, buffer.subarray(filled, filled + count));
      filled += count;
      done += count;
    }
  }
  flush();
}

function writeAll({ descriptor, path }: CopyTarget, offset: number, bytes: Uint8Array): void {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
    }
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'write', path);
  }
}
