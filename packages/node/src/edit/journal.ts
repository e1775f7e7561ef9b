import { basename, dirname, join } from 'node:path';
import type { Disk, DiskFile } from './disk.ts';
import { readFrames, writeFrame } from './journal-frame.ts';
import { collectEdits, doneMark, type EditRecord, type JournalledEdit, undoMark } from './journal-record.ts';

/** The journal of an archive: what its edits overwrote, oldest first. Only whole, flushed records count. */
export class Journal {
  readonly path: string;
  readonly archive: string;
  readonly #disk: Disk;
  #file: DiskFile | undefined;
  #end = 0;
  #edits: JournalledEdit[] = [];

  private constructor(disk: Disk, archive: string) {
    this.#disk = disk;
    this.archive = archive;
    this.path = journalPath(archive);
  }

  /** Opens the journal of an archive; `create` makes one where there is none, `read` never writes. */
  static open(disk: Disk, archive: string, mode: 'read' | 'create'): Journal {
    const journal = new Journal(disk, archive);
    const exists = disk.stat(journal.path) !== undefined;
    if (exists) journal.#file = disk.open(journal.path, mode === 'read' ? 'read' : 'write');
    else if (mode === 'create') {
      journal.#file = disk.open(journal.path, 'create');
      disk.flushFolder(journal.path);
    }
    journal.#load();
    return journal;
  }

  /** All edits, oldest first. */
  get edits(): readonly JournalledEdit[] {
    return this.#edits;
  }

  /** The last edit, if it is not complete. */
  get unfinished(): JournalledEdit | undefined {
    const last = this.#edits.at(-1);
    return last?.state === 'done' ? undefined : last;
  }

  /** Bytes of the journal. */
  get size(): number {
    return this.#end;
  }

  /** Writes down an edit with the bytes it will overwrite, and flushes: after this the archive may be touched. */
  begin(record: EditRecord, archive?: DiskFile): JournalledEdit {
    const file = this.#require();
    // Behind the last sound frame there may be a torn one.
    this.#disk.truncate(file, this.#end);
    const ranges = record.kind === 'patch' ? savedRanges(record.ranges, record.oldSize) : [];
    const source = archive === undefined ? undefined : { file: archive, ranges };
    this.#append(record, source);
    const edit = this.#edits.at(-1);
    if (edit === undefined) throw new Error('the journal does not hold what was written to it');
    return edit;
  }

  markDone(record: EditRecord): void {
    this.#append(doneMark(record));
  }

  markUndo(record: EditRecord): void {
    this.#append(undoMark(record));
  }

  /** Forgets the last edit; the journal file goes with its last record. */
  drop(edit: JournalledEdit): void {
    const file = this.#require();
    this.#disk.truncate(file, edit.frame.start);
    this.#disk.flush(file);
    this.#load();
    if (this.#edits.length === 0) this.delete();
  }

  /** Removes the journal with everything in it. */
  delete(): void {
    this.close();
    this.#disk.remove(this.path);
    this.#disk.flushFolder(this.path);
    this.#edits = [];
    this.#end = 0;
  }

  /** Reads a range of an edit's saved bytes. */
  readSaved(edit: JournalledEdit, offset: number, target: Uint8Array): void {
    const file = this.#require();
    for (let done = 0; done < target.length; ) {
      const at = edit.frame.payloadAt + offset + done;
      const count = this.#disk.read(file, target.subarray(done), at);
      if (count <= 0) throw new Error(`the journal ends at ${at}`);
      done += count;
    }
  }

  close(): void {
    if (this.#file !== undefined) this.#disk.close(this.#file);
    this.#file = undefined;
  }

  #append(description: unknown, source?: Parameters<typeof writeFrame>[4]): void {
    const file = this.#require();
    writeFrame(this.#disk, file, this.#end, description, source);
    this.#disk.flush(file);
    this.#load();
  }

  #load(): void {
    if (this.#file === undefined) return;
    const { frames, end } = readFrames(this.#disk, this.#file);
    this.#edits = collectEdits(frames);
    this.#end = end;
  }

  #require(): DiskFile {
    if (this.#file === undefined) throw new Error(`the journal ${this.path} is not open`);
    return this.#file;
  }
}

/** The parts of ranges that existed before an edit: what must be saved. */
export function savedRanges(
  ranges: readonly (readonly [offset: number, length: number])[],
  oldSize: number,
): { offset: number; length: number }[] {
  return ranges.flatMap(([offset, length]) => {
    const end = Math.min(offset + length, oldSize);
    return end > offset ? [{ offset, length: end - offset }] : [];
  });
}

/** Where the journal of an archive lies. */
export function journalPath(archive: string): string {
  return join(dirname(archive), `${basename(archive)}.pkw-journal`);
}
