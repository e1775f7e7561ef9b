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
  readonly name: string;

  constructor(path: string, size: number) {
    this.path = path;
    this.size = size;
    this.name = basename(path);
  }

  read(offset: number, length: number, options?: ReadOptions): Uint8Array {
    const target = new Uint8Array(length);
    this.readInto(offset, target, options);
    return target;
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): void {
    options?.signal?.throwIfAborted();
    if (target.length === 0) return;
    let done = 0;
    try {
      const descriptor = openSync(this.path, 'r');
      try {
        while (done < target.length) {
          const count = readSync(descriptor, target, done, target.length - done, offset + done);
          if (count === 0) break;
          done += count;
        }
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw systemError(error, 'SOURCE_FAILED', 'read', this.path);
    }
    if (done < target.length) {
      throw new ArchiveError(
        'SOURCE_CHANGED',
        `${this.path} ends at byte ${offset + done} now, expected ${this.size} bytes.`,
        { path: this.path, help: 'Wait until nothing writes to the file, then try again.' },
      );
    }
  }
}
