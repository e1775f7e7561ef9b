import { type Archive, ArchiveError, type ByteSource, type OpenOptions, openArchive } from '@packwright/core';
import { type EditPlan, type EditRequest, planEdit, rebuildArchive } from '@packwright/toolkit';
import { FileSource } from '../files/file-source.ts';
import { systemError } from '../files/system-error.ts';
import { trackTemporaryPath } from '../files/temporaries.ts';
import { temporaryBeside } from '../files/temporary-name.ts';
import { installNodeNatives } from '../natives/install-natives.ts';
import { commitPatches, commitRewrite } from './commit.ts';
import { type Disk, systemDisk } from './disk.ts';
import { DiskSink } from './disk-sink.ts';
import { spoolBeside } from './file-spool.ts';
import { Journal } from './journal.ts';
import type { EditRecord } from './journal-record.ts';
import { EditLock } from './lock.ts';
import { type Recovery, settle } from './recover.ts';
import { SteadySource } from './steady-source.ts';

/** What editing may be given. */
export interface EditOptions extends OpenOptions {
  /** The disk to work on; tests put a treacherous one here. */
  readonly disk?: Disk | undefined;
}

/** What a committed edit did. */
export interface EditReport {
  readonly record: EditRecord;
  readonly plan: EditPlan;
  /** Bytes written into the archive or its replacement. */
  readonly written: number;
}

/** Opens an archive for editing: it is locked, and an interrupted edit is settled first. */
export async function editArchive(path: string, options: EditOptions): Promise<ArchiveEditor> {
  installNodeNatives();
  const disk = options.disk ?? systemDisk;
  const lock = EditLock.take(disk, path);
  try {
    const recovery = settleFirst(disk, path);
    const file = FileSource.open(path);
    try {
      const source = new SteadySource(file);
      const archive = await openArchive(source, options);
      return new ArchiveEditor(path, archive, file, source, lock, recovery, options);
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw systemError(error, 'SINK_FAILED', 'edit', path);
  }
}

/** Collects wishes, plans them, and commits them as one edit. */
export class ArchiveEditor {
  readonly path: string;
  readonly archive: Archive;
  /** What was settled before this edit. */
  readonly recovery: Recovery;
  readonly #file: FileSource;
  readonly #source: SteadySource;
  readonly #lock: EditLock;
  readonly #options: EditOptions;
  readonly #disk: Disk;
  readonly #requests: EditRequest[] = [];

  constructor(
    path: string,
    archive: Archive,
    file: FileSource,
    source: SteadySource,
    lock: EditLock,
    recovery: Recovery,
    options: EditOptions,
  ) {
    this.path = path;
    this.archive = archive;
    this.recovery = recovery;
    this.#file = file;
    this.#source = source;
    this.#lock = lock;
    this.#options = options;
    this.#disk = options.disk ?? systemDisk;
  }

  /** New content for an entry; `path` names it through nested archives, `['a.str2_pc', 'b']`. */
  replace(path: readonly string[], content: ByteSource, index?: number): this {
    return this.request({ kind: 'replace', path, content, ...(index === undefined ? {} : { index }) });
  }

  add(path: readonly string[], content: ByteSource): this {
    return this.request({ kind: 'add', path, content });
  }

  remove(path: readonly string[], index?: number): this {
    return this.request({ kind: 'remove', path, ...(index === undefined ? {} : { index }) });
  }

  rename(path: readonly string[], to: string, index?: number): this {
    return this.request({ kind: 'rename', path, to, ...(index === undefined ? {} : { index }) });
  }

  request(request: EditRequest): this {
    this.#requests.push(request);
    return this;
  }

  /** What would be written, where and why. Nothing is changed. */
  plan(): Promise<EditPlan> {
    const spool = () => spoolBeside(this.path);
    return planEdit(this.archive, this.#requests, { ...this.#options, spool });
  }

  /** Carries the wishes out as one edit that happens whole or not at all. */
  async commit(title: string = describe(this.#requests)): Promise<EditReport> {
    const plan = await this.plan();
    try {
      this.#file.assertUnchanged();
      const journal = Journal.open(this.#disk, this.path, 'create');
      try {
        return await this.#carryOut(plan, journal, title);
      } finally {
        journal.close();
        if (journal.edits.length === 0) this.#disk.remove(journal.path);
      }
    } catch (error) {
      throw systemError(error, 'SINK_FAILED', 'edit', this.path);
    } finally {
      await plan.close();
    }
  }

  /** Ends the edit and gives the lock back. */
  async close(): Promise<void> {
    await this.archive.close();
    await this.#file.close();
    this.#lock.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #carryOut(plan: EditPlan, journal: Journal, title: string): Promise<EditReport> {
    const { signal } = this.#options;
    if (plan.patches !== undefined) {
      const record = await commitPatches(this.#disk, journal, title, plan.patches, {
        source: this.#source,
        signal,
      });
      return { record, plan, written: plan.patches.written };
    }
    const temporary = temporaryBeside(this.path);
    const forget = trackTemporaryPath(temporary);
    try {
      const sink = DiskSink.create(this.#disk, temporary);
      try {
        await rebuildArchive(this.archive, plan.rewrite?.changes ?? [], sink, [], signal);
        sink.flush();
      } finally {
        sink.close();
      }
      const record = await commitRewrite(this.#disk, journal, title, temporary);
      return { record, plan, written: record.newSize };
    } catch (error) {
      if (journal.unfinished === undefined) this.#disk.remove(temporary);
      throw error;
    } finally {
      forget();
    }
  }
}

function settleFirst(disk: Disk, path: string): Recovery {
  const journal = Journal.open(disk, path, 'read');
  const isUnfinished = journal.unfinished !== undefined;
  journal.close();
  if (!isUnfinished) return { outcome: 'clean' };
  const writable = Journal.open(disk, path, 'create');
  try {
    return settle(disk, writable);
  } finally {
    writable.close();
  }
}

function describe(requests: readonly EditRequest[]): string {
  const [first] = requests;
  if (first === undefined) throw new ArchiveError('OPTION_INVALID', 'The edit has no changes.');
  const more = requests.length > 1 ? ` and ${requests.length - 1} more` : '';
  return `${first.kind} ${first.path.join('!/')}${more}`;
}
