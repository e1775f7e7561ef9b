import { dirname, join } from 'node:path';
import { ArchiveError } from '@packwright/core';
import { systemError } from '../files/system-error.ts';
import { type Disk, systemDisk } from './disk.ts';
import { Journal } from './journal.ts';
import type { EditRecord, JournalledEdit, PatchRecord } from './journal-record.ts';
import { EditLock } from './lock.ts';
import { checksumOfRanges } from './range-writes.ts';
import { restore, restoreKept, settle } from './recover.ts';

/** Takes the last edit back: the archive is byte for byte what it was before. */
export function undoEdit(path: string, disk: Disk = systemDisk): EditRecord {
  return underLock(path, disk, (journal) => {
    settle(disk, journal);
    const edit = journal.edits.at(-1);
    if (edit === undefined) {
      throw new ArchiveError('ENTRY_NOT_FOUND', 'There is no edit to take back.', {
        path,
        help: 'Edits are remembered until they are undone or forgotten: packwright log',
      });
    }
    const { record } = edit;
    if (record.kind === 'patch') refuseForeign(disk, journal, record);
    journal.markUndo(record);
    if (record.kind === 'patch') restore(disk, journal, edit, record);
    else restoreKept(disk, path, record);
    journal.drop(edit);
    return record;
  });
}

/** The edits that can be taken back, oldest first. Reads only. */
export function readLog(path: string, disk: Disk = systemDisk): readonly JournalledEdit[] {
  const journal = Journal.open(disk, path, 'read');
  try {
    return journal.edits;
  } finally {
    journal.close();
  }
}

/** Forgets all edits and frees what was kept for taking them back; gives the bytes freed. */
export function forgetLog(path: string, disk: Disk = systemDisk): number {
  if (readLog(path, disk).length === 0) return 0;
  return underLock(path, disk, (journal) => {
    settle(disk, journal);
    let freed = journal.size;
    const edits = journal.edits.map(({ record }) => record);
    // The journal goes first: a kept file without a record is only a file, a record without its file is a lie.
    journal.delete();
    for (const record of edits) {
      if (record.kind !== 'rewrite') continue;
      const kept = join(dirname(path), record.kept);
      freed += disk.stat(kept)?.size ?? 0;
      disk.remove(kept);
    }
    return freed;
  });
}

function underLock<T>(path: string, disk: Disk, work: (journal: Journal) => T): T {
  const lock = EditLock.take(disk, path);
  try {
    const journal = Journal.open(disk, path, 'create');
    try {
      return work(journal);
    } finally {
      journal.close();
    }
  } catch (error) {
    throw systemError(error, 'SINK_FAILED', 'edit', path);
  } finally {
    lock.release();
  }
}

/** Old bytes put into a file that something else changed since would ruin it. */
function refuseForeign(disk: Disk, journal: Journal, record: PatchRecord): void {
  const file = disk.open(journal.archive, 'read');
  try {
    const size = disk.size(file);
    if (size === record.newSize && checksumOfRanges(disk, file, record) === record.newChecksum) return;
    throw new ArchiveError(
      'SOURCE_CHANGED',
      `Something else changed the archive after the edit "${record.title}": found ${size} bytes, expected ${record.newSize} with the bytes of that edit.`,
      { path: journal.archive, help: 'Nothing was undone. Forget the edits with: packwright log --forget' },
    );
  } finally {
    disk.close(file);
  }
}
