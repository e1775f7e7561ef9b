import type { Awaitable, ByteSource, ReadOptions } from '@packwright/core';
import type { FileSource } from '../files/file-source.ts';
import { type Journal, savedRanges } from './journal.ts';
import type { JournalledEdit, PatchRecord } from './journal-record.ts';

/** Old bytes of the archive, in the journal. */
interface SavedRange {
  readonly offset: number;
  readonly length: number;
  /** Where they begin among the saved bytes of the edit. */
  readonly savedAt: number;
}

/**
 * An archive that stays what it was while an edit is written into it. What an edit writes may come from the archive
 * itself, and from places it has written to already: a file that moves out of the way of a growing table. Once the
 * journal has the bytes that the edit overwrites, they are read there.
 */
export class SteadySource implements ByteSource {
  readonly size: number;
  readonly name: string;
  readonly #file: FileSource;
  #journal: Journal | undefined;
  #edit: JournalledEdit | undefined;
  /** By offset, never overlapping. */
  #saved: readonly SavedRange[] = [];

  constructor(file: FileSource) {
    this.size = file.size;
    this.name = file.name;
    this.#file = file;
  }

  /** From now on the bytes that an edit overwrites come from the journal. */
  keep(journal: Journal, edit: JournalledEdit, { ranges, oldSize }: PatchRecord): void {
    let savedAt = 0;
    this.#saved = savedRanges(ranges, oldSize).map(({ offset, length }) => {
      const range = { offset, length, savedAt };
      savedAt += length;
      return range;
    });
    this.#journal = journal;
    this.#edit = edit;
  }

  /** The journal is closed: the archive is what the file is. */
  release(): void {
    this.#saved = [];
    this.#journal = undefined;
    this.#edit = undefined;
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    const bytes = this.#file.read(offset, length, options);
    this.#restore(offset, bytes);
    return bytes;
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): void {
    this.#file.readInto(offset, target, options);
    this.#restore(offset, target);
  }

  sibling(name: string): Promise<ByteSource | undefined> {
    return this.#file.sibling(name);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Puts old bytes over what was read at `offset`. */
  #restore(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.length;
    for (const range of this.#saved) {
      const start = Math.max(offset, range.offset);
      const stop = Math.min(end, range.offset + range.length);
      if (start >= stop || this.#journal === undefined || this.#edit === undefined) continue;
      const at = range.savedAt + start - range.offset;
      this.#journal.readSaved(this.#edit, at, bytes.subarray(start - offset, stop - offset));
    }
  }
}
