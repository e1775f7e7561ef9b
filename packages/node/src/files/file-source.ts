import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ArchiveError, type ByteSource, type ReadOptions } from '@packwright/core';
import { isPlainName } from './plain-name.ts';
import { systemCode, systemError } from './system-error.ts';

/** One system call never reads more: Node refuses lengths from 2 GiB on. */
const longestRead = 2 ** 30;

/** What tells a file from another one, or from itself after a change. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly modified: bigint;
}

/**
 * A file as a source of bytes. It is opened for reading only and read synchronously in the calling thread, which is
 * several times faster than promises for the small reads that archives need.
 */
export class FileSource implements ByteSource {
  /** Absolute, links not resolved. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** The file as it was when it was opened. */
  readonly identity: FileIdentity;
  readonly #whenClosed: (() => void) | undefined;
  #descriptor: number | undefined;

  private constructor(
    path: string,
    descriptor: number,
    identity: FileIdentity,
    whenClosed: (() => void) | undefined,
  ) {
    this.path = path;
    this.name = basename(path);
    this.size = identity.size;
    this.identity = identity;
    this.#whenClosed = whenClosed;
    this.#descriptor = descriptor;
  }

  /** Opens a regular file; anything that goes wrong is `SOURCE_FAILED`. `whenClosed` runs once, after `close`. */
  static open(path: string, whenClosed?: () => void): FileSource {
    const absolute = resolve(path);
    let descriptor: number | undefined;
    try {
      // Asked before opening: opening a pipe would wait for its other end.
      requireFile(statSync(absolute), absolute);
      descriptor = openSync(absolute, 'r');
      return new FileSource(absolute, descriptor, identify(descriptor), whenClosed);
    } catch (error) {
      if (descriptor !== undefined) closeSync(descriptor);
      throw systemError(error, 'SOURCE_FAILED', 'open', path);
    }
  }

  /** Opens a file again, in another thread for instance; `SOURCE_CHANGED` when it is no longer the same. */
  static reopen(path: string, identity: FileIdentity): FileSource {
    const source = FileSource.open(path);
    const { device, inode, size, modified } = source.identity;
    const isSame =
      device === identity.device &&
      inode === identity.inode &&
      size === identity.size &&
      modified === identity.modified;
    if (isSame) return source;
    source.#close();
    throw source.#changed('it was replaced or written to');
  }

  read(offset: number, length: number, options?: ReadOptions): Uint8Array {
    this.#checkRange(offset, length);
    const target = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
    this.readInto(offset, target, options);
    return target;
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): void {
    options?.signal?.throwIfAborted();
    this.#checkRange(offset, target.length);
    let done = 0;
    while (done < target.length) {
      const wanted = Math.min(target.length - done, longestRead);
      const got = this.#readSome(target, done, wanted, offset + done);
      if (got === 0) throw this.#changed(`it ends at byte ${offset + done} now, expected ${this.size} bytes`);
      done += got;
    }
  }

  /** Throws `SOURCE_CHANGED` when the file is no longer the one that was opened; for the end of long work. */
  assertUnchanged(): void {
    const now = identify(this.#open());
    if (now.size !== this.size) throw this.#changed(`it has ${now.size} bytes now, expected ${this.size}`);
    if (now.modified !== this.identity.modified) throw this.#changed('it was written to');
  }

  /** A file of the same folder; absent when there is none. A name with a folder in it is `PATH_UNSAFE`. */
  async sibling(name: string): Promise<FileSource | undefined> {
    if (!isPlainName(name)) {
      throw new ArchiveError(
        'PATH_UNSAFE',
        `The archive asks for the further file ${JSON.stringify(name)}, expected a plain file name.`,
        { path: this.path },
      );
    }
    try {
      return FileSource.open(join(dirname(this.path), name));
    } catch (error) {
      if (ArchiveError.is(error) && systemCode(error.details.cause) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    throw new ArchiveError('SOURCE_FAILED', `${this.name} is read after it was closed.`, { path: this.path });
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor === undefined) return;
    closeSync(descriptor);
    this.#whenClosed?.();
  }

  #checkRange(offset: number, length: number): void {
    const sound = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (sound && offset <= this.size - length) return;
    throw new ArchiveError(
      'SOURCE_OUT_OF_RANGE',
      `A read of ${length} bytes at offset ${offset} is outside ${this.name}, which has ${this.size} bytes.`,
      { path: this.path, offset },
    );
  }

  #readSome(target: Uint8Array, at: number, length: number, position: number): number {
    const descriptor = this.#open();
    try {
      return readSync(descriptor, target, at, length, position);
    } catch (error) {
      throw systemError(error, 'SOURCE_FAILED', 'read', this.path);
    }
  }

  #changed(how: string): ArchiveError {
    return new ArchiveError('SOURCE_CHANGED', `${this.name} changed while it was read: ${how}.`, {
      path: this.path,
      help: 'Wait until nothing writes to the file, then try again.',
    });
  }
}

function requireFile(stat: { isFile(): boolean; isDirectory(): boolean }, path: string): void {
  if (stat.isFile()) return;
  const found = stat.isDirectory() ? 'a folder' : 'a pipe or device';
  throw new ArchiveError('SOURCE_FAILED', `Cannot open ${path}: found ${found}, expected a file.`, {
    path,
    help: stat.isDirectory() ? 'Name a file, not a folder.' : 'Read a pipe through standard input: `-`.',
  });
}

function identify(descriptor: number): FileIdentity {
  // As bigints, because milliseconds are too coarse to notice a quick write.
  const { dev, ino, size, mtimeNs } = fstatSync(descriptor, { bigint: true });
  return { device: dev, inode: ino, size: Number(size), modified: mtimeNs };
}
