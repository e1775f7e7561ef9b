import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { ArchiveError, type ByteSource, type ReadOptions } from '@packwright/core';
import { systemError } from './system-error.ts';

/**
 * A file that is to be packed. It is open only while it is read, so that ten thousand of them need no more
 * descriptors than one; a file that is shorter than when it was found is `SOURCE_CHANGED`.
 */
export class FileContent implements ByteSource {
  readonly path: string;
  readonly size: number;

  constructor(path: string, size: number) {
    this.path = path;
    this.size = size;
  }

  get name(): string {
    return basename(this.path);
  }

  read(offset: number, length: number, options?: ReadOptions): Uint8Array {
    const target = new Uint8Array(length);
    this.readInto(offset, target, options);
    return target;
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): void {
    options?.signal?.throwIfAborted();
    readRange(this.path, this.size, offset, target, 0, target.length);
  }
}

/**
 * Reads `length` bytes of a file at `offset` into `target` at `start`: without an object for the file or a view of the
 * buffer, which take as long to make as a small file to read. `size` is what the whole file had when it was found.
 */
export function readRange(
  path: string,
  size: number,
  offset: number,
  target: Uint8Array,
  start: number,
  length: number,
): void {
  if (length === 0) return;
  let done = 0;
  try {
    const descriptor = openSync(path, 'r');
    try {
      while (done < length) {
        const count = readSync(descriptor, target, start + done, length - done, offset + done);
        if (count === 0) break;
        done += count;
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw systemError(error, 'SOURCE_FAILED', 'read', path);
  }
  if (done < length) {
    throw new ArchiveError(
      'SOURCE_CHANGED',
      `${path} ends at byte ${offset + done} now, expected ${size} bytes.`,
      { path, help: 'Wait until nothing writes to the file, then try again.' },
    );
  }
}
