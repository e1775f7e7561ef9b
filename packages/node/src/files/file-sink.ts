import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { ArchiveError, type ByteSink, type MemoryBudget, MemoryShare } from '@packwright/core';
import { FileSource } from './file-source.ts';
import { moveIntoPlace, syncFolder } from './move-into-place.ts';
import { systemError } from './system-error.ts';
import { trackTemporaryPath } from './temporaries.ts';
import { temporaryBeside } from './temporary-name.ts';

/** Small writes that follow each other are gathered up to this many bytes. */
const mostGathered = 2 ** 20;
/** Fewer where memory is scarce. */
const leastGathered = 2 ** 12;
/** Writes from this length on go out as they are: gathering them would only copy them. */
const largeLength = 2 ** 17;
/** One system call never writes more: Node refuses lengths from 2 GiB on. */
const longestWrite = 2 ** 30;

/** What a file sink may do. */
export interface FileSinkOptions {
  /** Whether a file of that name may be replaced; default: no. */
  readonly overwrite?: boolean | undefined;
  /** What its buffer is drawn from, until it is closed or given up. */
  readonly budget?: MemoryBudget | undefined;
}

/**
 * A file that comes into being at once. Bytes go to a temporary name in the same folder; `close` brings them to the
 * disk and renames, so that under the final name there is the old file or the whole new one at every instant.
 */
export class FileSink implements ByteSink {
  /** The final name, absolute, with links resolved. */
  readonly path: string;
  readonly #temporary: string;
  readonly #overwrite: boolean;
  readonly #forget: () => void;
  readonly #memory: MemoryShare | undefined;
  readonly #gathered: Uint8Array;
  #gatheredAt = 0;
  #gatheredLength = 0;
  #descriptor: number | undefined;

  private constructor(path: string, overwrite: boolean, memory: MemoryShare | undefined) {
    this.path = path;
    this.#overwrite = overwrite;
    this.#memory = memory;
    const length = memory?.takeBuffers(mostGathered, leastGathered, 1, 'Writing a file');
    this.#gathered = new Uint8Array(length ?? mostGathered);
    const old = statSync(path, { throwIfNoEntry: false });
    if (old !== undefined) checkReplaceable(old, path, this.#overwrite);
    this.#temporary = temporaryBeside(path);
    this.#descriptor = openSync(this.#temporary, 'wx+');
    this.#forget = trackTemporaryPath(this.#temporary);
    // The new file is for whom the old one was.
    if (old !== undefined) fchmodSync(this.#descriptor, old.mode & 0o7777);
  }

  /** Opens the temporary; `SINK_FAILED` when the folder cannot be written or the file is there and may not be replaced. */
  static create(path: string, options: FileSinkOptions = {}): FileSink {
    const { overwrite = false, budget } = options;
    const memory = budget && new MemoryShare(budget);
    try {
      return new FileSink(throughLinks(resolve(path)), overwrite, memory);
    } catch (error) {
      memory?.close();
      throw systemError(error, 'SINK_FAILED', 'write', path);
    }
  }

  /** For those who write to the file themselves, in places that nobody else writes to, before it is closed. */
  get descriptor(): number {
    return this.#open();
  }

  write(offset: number, bytes: Uint8Array): void {
    if (
      offset !== this.#gatheredAt + this.#gatheredLength ||
      this.#gatheredLength + bytes.length > this.#gathered.length
    ) {
      this.#flush();
      this.#gatheredAt = offset;
    }
    if (bytes.length >= Math.min(largeLength, this.#gathered.length)) {
      this.#flush();
      this.#writeAll(offset, bytes);
      this.#gatheredAt = offset + bytes.length;
      return;
    }
    this.#gathered.set(bytes, this.#gatheredLength);
    this.#gatheredLength += bytes.length;
  }

  /** What was written so far, for a last look before `close`. */
  preview(): FileSource {
    this.#flush();
    return FileSource.open(this.#temporary);
  }

  /** Brings every byte to the disk and gives the file its final name; on a failure nothing is left behind. */
  close(): void {
    if (this.#descriptor === undefined) return;
    try {
      this.#flush();
      this.#try(() => {
        fsyncSync(this.#open());
        this.#closeDescriptor();
        moveIntoPlace(this.#temporary, this.path, this.#overwrite);
        syncFolder(this.path);
      });
      this.#forget();
      this.#memory?.close();
    } catch (error) {
      this.abort();
      throw error;
    }
  }

  /** Gives up: nothing is left behind, and an old file stays as it was. Does nothing after `close`. */
  abort(): void {
    this.#closeDescriptor();
    rmSync(this.#temporary, { force: true });
    this.#forget();
    this.#memory?.close();
  }

  #flush(): void {
    const length = this.#gatheredLength;
    if (length === 0) return;
    this.#gatheredLength = 0;
    this.#writeAll(this.#gatheredAt, this.#gathered.subarray(0, length));
    this.#gatheredAt += length;
  }

  #writeAll(offset: number, bytes: Uint8Array): void {
    this.#try(() => {
      const descriptor = this.#open();
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(
          descriptor,
          bytes,
          done,
          Math.min(bytes.length - done, longestWrite),
          offset + done,
        );
      }
    });
  }

  #open(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    throw new ArchiveError('SINK_FAILED', `${this.path} is written to after it was closed.`, {
      path: this.path,
    });
  }

  #closeDescriptor(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw systemError(error, 'SINK_FAILED', 'write', this.path);
    }
  }
}

/** Where a link leads: the file behind it is replaced, not the link. */
function throughLinks(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);
}

function checkReplaceable(old: Stats, path: string, overwrite: boolean): void {
  if (old.isFile() && overwrite) return;
  const found = old.isFile() ? 'the file is there already' : 'the name is taken by something that is no file';
  throw new ArchiveError('SINK_FAILED', `Cannot write ${path}: ${found}.`, {
    path,
    help: old.isFile() ? 'Choose another name, or allow overwriting.' : 'Choose another name.',
  });
}
