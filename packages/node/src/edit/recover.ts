import { dirname, join } from 'node:path';
import { ArchiveError } from '@packwright/core';
import { systemError } from '../files/system-error.ts';
import { type Disk, type DiskFile, systemDisk, writeAll } from './disk.ts';
import { Journal, journalPath, savedRanges } from './journal.ts';
import type { JournalledEdit, PatchRecord, RewriteRecord } from './journal-record.ts';
import { EditLock } from './lock.ts';
import { checksumOfRanges } from './range-writes.ts';

/** What recovery found and did. */
export interface Recovery {
  /** `clean`: nothing to do. `rolled-back`: the old archive is there. `finished`: the new one is. */
  readonly outcome: 'clean' | 'rolled-back' | 'finished';
  readonly title?: string | undefined;
}

/** Finishes or takes back an edit that was interrupted; afterwards the archive is the old one or the new one. */
export function recoverArchive(path: string, disk: Disk = systemDisk): Recovery {
  if (disk.stat(journalPath(path)) === undefined) return { outcome: 'clean' };
  const lock = EditLock.take(disk, path);
  try {
    const journal = Journal.open(disk, path, 'create');
    try {
      return settle(disk, journal);
    } finally {
      journal.close();
    }
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'recover', path);
  } finally {
    lock.release();
  }
}

/** The same for a journal that is open under the lock. */
export function settle(disk: Disk, journal: Journal): Recovery {
  const edit = journal.unfinished;
  if (edit === undefined) {
    if (journal.edits.length === 0) journal.delete();
    return { outcome: 'clean' };
  }
  const { title } = edit.record;
  if (edit.record.kind === 'rewrite')
    return { outcome: settleRewrite(disk, journal, edit, edit.record), title };
  if (edit.state === 'pending' && isComplete(disk, journal.archive, edit.record)) {
    journal.markDone(edit.record);
    return { outcome: 'finished', title };
  }
  restore(disk, journal, edit, edit.record);
  journal.drop(edit);
  return { outcome: 'rolled-back', title };
}

/** Puts back the bytes and the length that an edit found. Doing it twice does no harm. */
export function restore(disk: Disk, journal: Journal, edit: JournalledEdit, record: PatchRecord): void {
  withFile(disk, journal.archive, 'write', (file) => {
    let saved = 0;
    for (const { offset, length } of savedRanges(record.ranges, record.oldSize)) {
      for (let done = 0; done < length; done += 2 ** 20) {
        const chunk = new Uint8Array(Math.min(2 ** 20, length - done));
        journal.readSaved(edit, saved + done, chunk);
        writeAll(disk, file, chunk, offset + done);
      }
      saved += length;
    }
    disk.truncate(file, record.oldSize);
    disk.flush(file);
  });
}

/** Puts the kept old file back in its place. */
export function restoreKept(disk: Disk, archive: string, record: RewriteRecord): void {
  const folder = dirname(archive);
  const kept = join(folder, record.kept);
  if (disk.stat(kept) !== undefined) disk.rename(kept, archive);
  // Two names of one file: such a rename does nothing.
  disk.remove(kept);
  disk.remove(join(folder, record.temporary));
  disk.flushFolder(archive);
}

function settleRewrite(
  disk: Disk,
  journal: Journal,
  edit: JournalledEdit,
  record: RewriteRecord,
): 'rolled-back' | 'finished' {
  const isInPlace = disk.stat(journal.archive)?.identity === record.identity;
  if (isInPlace && edit.state === 'pending') {
    journal.markDone(record);
    return 'finished';
  }
  restoreKept(disk, journal.archive, record);
  journal.drop(edit);
  return 'rolled-back';
}

/** Whether every byte of an edit is in the file: it was interrupted after its work and before its mark. */
function isComplete(disk: Disk, archive: string, record: PatchRecord): boolean {
  return withFile(
    disk,
    archive,
    'read',
    (file) =>
      disk.size(file) === record.newSize && checksumOfRanges(disk, file, record) === record.newChecksum,
  );
}

/** Whether a file's ranges still hold what an edit found there. */
export function isUntouched(
  disk: Disk,
  journal: Journal,
  edit: JournalledEdit,
  record: PatchRecord,
): boolean {
  return withFile(disk, journal.archive, 'read', (file) => {
    if (disk.size(file) !== record.oldSize) return false;
    let saved = 0;
    for (const { offset, length } of savedRanges(record.ranges, record.oldSize)) {
      const [found, old] = [new Uint8Array(length), new Uint8Array(length)];
      if (disk.read(file, found, offset) !== length) return false;
      journal.readSaved(edit, saved, old);
      if (!Buffer.from(found.buffer).equals(old)) return false;
      saved += length;
    }
    return true;
  });
}

function withFile<T>(disk: Disk, path: string, mode: 'read' | 'write', work: (file: DiskFile) => T): T {
  const file = disk.open(path, mode);
  try {
    return work(file);
  } finally {
    disk.close(file);
  }
}

/** Says whether an archive may be read although its journal is unfinished: `JOURNAL_PENDING` when it may not. */
export function checkReadable(path: string, disk: Disk = systemDisk): string | undefined {
  if (disk.stat(journalPath(path)) === undefined) return undefined;
  const journal = Journal.open(disk, path, 'read');
  try {
    const edit = journal.unfinished;
    if (edit === undefined) return undefined;
    const { record } = edit;
    const isConsistent =
      record.kind === 'rewrite'
        ? disk.stat(path) !== undefined
        : isUntouched(disk, journal, edit, record) || isComplete(disk, path, record);
    if (isConsistent)
      return `An edit (${record.title}) was interrupted; the archive can be read. Run: packwright recover ${path}`;
    throw new ArchiveError(
      'JOURNAL_PENDING',
      `An edit (${record.title}) was interrupted and left the archive half changed.`,
      {
        path,
        help: `Bring it back with: packwright recover ${path}`,
      },
    );
  } finally {
    journal.close();
  }
}
