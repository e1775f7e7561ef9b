import { closeSync, constants, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type ArchiveError, type Awaitable, chain } from '@packwright/core';
import { systemCode, systemError } from '../files/system-error.ts';
import type { PlainError } from '../workers/entry-job.ts';
import { fromPlainError } from '../workers/plain-error.ts';
import type { SharedState } from '../workers/shared-state.ts';
import type { EntryContent } from './entry-content.ts';
import { type ExistingRules, keepsExisting } from './overwrite.ts';
import { refuseOutside } from './rules/inside-destination.ts';
import { rowStatus, type TargetColumns } from './target-columns.ts';

/** The folders of an extraction, as plain data. */
export interface TargetFolders {
  /** The real destination, or the tree that will become it; absolute, with a separator at the end. */
  readonly root: string;
  /** By number: absolute, with a separator at the end. */
  readonly paths: readonly string[];
  /** By number: 1 where this extraction made the folder, so that nothing can be there already. */
  readonly fresh: Uint8Array;
  /** Folders that cannot be used, by number. */
  readonly faults: ReadonlyMap<number, PlainError>;
}

/** How files are written, as plain data. */
export interface WriteRules extends ExistingRules {
  /** Whether each file is written under a temporary name and renamed. Not needed in a tree that nobody sees yet. */
  readonly renames: boolean;
  /** Makes temporary names unlike those of others. */
  readonly token: string;
}

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const createOnly = O_CREAT | O_EXCL | O_WRONLY;

/** Writes the files of one thread. Synchronous as long as the content is. */
export class TargetWriter {
  readonly #targets: TargetColumns;
  readonly #names: readonly string[];
  readonly #folders: TargetFolders;
  readonly #rules: WriteRules;
  readonly #state: SharedState;
  readonly #thread: number;

  constructor(
    targets: TargetColumns,
    folders: TargetFolders,
    rules: WriteRules,
    state: SharedState,
    thread: number,
  ) {
    this.#targets = targets;
    this.#names = targets.names.split('/');
    this.#folders = folders;
    this.#rules = rules;
    this.#state = state;
    this.#thread = thread;
  }

  /** Writes the file of a row, or leaves it out; gives its bytes. */
  write(row: number, content: EntryContent): Awaitable<number> {
    const path = this.#checkedPath(row);
    if (this.#isFresh(row)) return this.#create(row, path, content);
    return chain(this.keeps(row, content), (keeps) => {
      if (!keeps) return this.#create(row, path, content);
      this.#targets.status[row] = rowStatus.skipped;
      return 0;
    });
  }

  /** Whether nothing is in the place of a file. Where that cannot be told, `write` finds out why. */
  takes(row: number): boolean {
    if (this.#isFresh(row)) return true;
    try {
      return lstatSync(this.#path(row), { throwIfNoEntry: false }) === undefined;
    } catch {
      return false;
    }
  }

  /**
   * Writes a file whose bytes are there to a place that was seen to be free; false when all work is to stop. Most of the
   * time of an extraction of small files is spent here.
   */
  writeFile(row: number, buffer: Uint8Array, start: number, length: number): boolean {
    return this.#createAtOnce(row, this.#checkedPath(row), buffer, start, length);
  }

  /** Whether the file of a row is there already and stays. */
  keeps(row: number, content: EntryContent): Awaitable<boolean> {
    try {
      return keepsExisting(this.#path(row), content, this.#rules);
    } catch (error) {
      throw this.#failed(row, error);
    }
  }

  /** Removes what is left of a file that was being written when all work had to end. */
  discard(row: number): void {
    rmSync(this.#openPath(row, this.#path(row)), { force: true });
  }

  #create(row: number, path: string, content: EntryContent): Awaitable<number> {
    if (content.isLarge) return this.#createInPieces(row, path, content);
    const bytes = content.whole();
    if (bytes instanceof Promise) return bytes.then((whole) => this.#createWhole(row, path, whole));
    return this.#createWhole(row, path, bytes);
  }

  #createWhole(row: number, path: string, bytes: Uint8Array): number {
    return this.#createAtOnce(row, path, bytes, 0, bytes.length) ? bytes.length : 0;
  }

  /** Whether the file was made: not when all work is to stop. */
  #createAtOnce(row: number, path: string, buffer: Uint8Array, start: number, length: number): boolean {
    const open = this.#openPath(row, path);
    const state = this.#state;
    const thread = this.#thread;
    if (!this.#start(row)) return false;
    let isOurs = false;
    try {
      const descriptor = openSync(open, createOnly, 0o666);
      isOurs = true;
      try {
        writeAll(descriptor, buffer, start, length);
      } finally {
        closeSync(descriptor);
      }
      this.#finish(row, open, path);
    } catch (error) {
      if (isOurs) rmSync(open, { force: true });
      throw this.#failed(row, error);
    } finally {
      state.setBusy(thread, -1);
    }
    return true;
  }

  async #createInPieces(row: number, path: string, content: EntryContent): Promise<number> {
    const open = this.#openPath(row, path);
    let length = 0;
    if (!this.#start(row)) return length;
    let isOurs = false;
    try {
      const descriptor = openSync(open, createOnly, 0o666);
      isOurs = true;
      try {
        for await (const chunk of content.chunks()) {
          if (this.#state.isStopped) break;
          writeAll(descriptor, chunk, 0, chunk.length);
          length += chunk.length;
        }
      } finally {
        closeSync(descriptor);
      }
      if (this.#state.isStopped) rmSync(open, { force: true });
      else this.#finish(row, open, path);
    } catch (error) {
      if (isOurs) rmSync(open, { force: true });
      // What is not the system's is wrong with the content, or an abort.
      throw systemCode(error) === undefined ? error : this.#failed(row, error);
    } finally {
      this.#state.setBusy(this.#thread, -1);
    }
    return length;
  }

  /**
   * Notes the row before its file comes into being. Asks for a stop only then: whoever stops the work either sees the
   * note and removes the file, or is seen here.
   */
  #start(row: number): boolean {
    this.#state.setBusy(this.#thread, row);
    if (!this.#state.isStopped) return true;
    this.#state.setBusy(this.#thread, -1);
    return false;
  }

  #finish(row: number, open: string, path: string): void {
    if (this.#rules.renames) renameSync(open, path);
    this.#targets.status[row] = rowStatus.written;
  }

  /** Whether nothing can be there already. */
  #isFresh(row: number): boolean {
    return this.#folders.fresh[this.#targets.folder[row] ?? 0] === 1;
  }

  /** The path of a row whose folder can be used; it lies below the destination. */
  #checkedPath(row: number): string {
    const { faults, root } = this.#folders;
    const fault = faults.size === 0 ? undefined : faults.get(this.#targets.folder[row] ?? 0);
    if (fault !== undefined) throw fromPlainError(fault);
    const path = this.#path(row);
    refuseOutside(root, path);
    return path;
  }

  #path(row: number): string {
    return `${this.#folders.paths[this.#targets.folder[row] ?? 0]}${this.#names[row]}`;
  }

  /** The name a file has while it is written. */
  #openPath(row: number, path: string): string {
    if (!this.#rules.renames) return path;
    return `${this.#folders.paths[this.#targets.folder[row] ?? 0]}.${this.#rules.token}-${row}.tmp`;
  }

  #failed(row: number, error: unknown): ArchiveError {
    return systemError(error, 'SINK_FAILED', 'write', this.#path(row).slice(this.#folders.root.length));
  }
}

function writeAll(descriptor: number, buffer: Uint8Array, start: number, length: number): void {
  for (let done = 0; done < length; ) {
    done += writeSync(descriptor, buffer, start + done, length - done, null);
  }
}
