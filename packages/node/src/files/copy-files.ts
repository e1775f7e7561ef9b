import { writeSync } from 'node:fs';
import { readRange } from './file-content.ts';
import { systemError } from './system-error.ts';

/** Ranges of files and where they go in another file, as columns: objects would take longer than copying small files. */
export interface FileCopies {
  readonly paths: readonly string[];
  /** Four for each path: bytes of the whole file when it was found, where the range begins, its length, where it goes. */
  readonly numbers: readonly number[];
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
  readonly copies: FileCopies;
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
export function copyFiles(target: CopyTarget, { paths, numbers }: FileCopies): void {
  if (buffer.length !== target.bufferLength) buffer = new Uint8Array(target.bufferLength);
  let start = 0;
  let filled = 0;
  for (let file = 0; file < paths.length; file++) {
    const path = paths[file] ?? '';
    const size = numbers[4 * file] ?? 0;
    let from = numbers[4 * file + 1] ?? 0;
    let left = numbers[4 * file + 2] ?? 0;
    let to = numbers[4 * file + 3] ?? 0;
    while (left > 0) {
      // A file that does not fit behind the others begins the next write, so that it is opened only once.
      const isFull = filled > 0 && filled + left > buffer.length;
      if (isFull || to !== start + filled) {
        writeAll(target, start, filled);
        start = to;
        filled = 0;
      }
      const count = Math.min(left, buffer.length);
      readRange(path, size, from, buffer, filled, count);
      filled += count;
      from += count;
      to += count;
      left -= count;
    }
  }
  writeAll(target, start, filled);
}

/** Writes the first `length` bytes of the buffer. */
function writeAll({ descriptor, path }: CopyTarget, offset: number, length: number): void {
  try {
    for (let done = 0; done < length; ) {
      done += writeSync(descriptor, buffer, done, length - done, offset + done);
    }
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'write', path);
  }
}
