import { basename, dirname, join } from 'node:path';
import { ArchiveError } from '@packwright/core';
import type { PatchSet } from '@packwright/toolkit';
import { isWithoutLinks } from '../files/move-into-place.ts';
import { nodeCrypto } from '../natives/node-crypto.ts';
import type { Disk, DiskFile } from './disk.ts';
import type { Journal } from './journal.ts';
import type { PatchRecord, RewriteRecord } from './journal-record.ts';
import { checksumOfPatches, checksumOfRanges, writePatches } from './range-writes.ts';
import { settle } from './recover.ts';
import type { SteadySource } from './steady-source.ts';

/** What committing patches may be given. */
export interface PatchOptions {
  /** What the patches take from the archive itself is read through this. */
  readonly source?: SteadySource | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes patches into an archive under its journal: old bytes first, then the new ones, then the mark. What is not on
 * the disk as it was planned is taken back.
 */
export async function commitPatches(
  disk: Disk,
  journal: Journal,
  title: string,
  patches: PatchSet,
  { source, signal }: PatchOptions = {},
): Promise<PatchRecord> {
  const newChecksum = await checksumOfPatches(patches.patches, signal);
  const file = disk.open(journal.archive, 'write');
  try {
    const record: PatchRecord = {
      kind: 'patch',
      ...stamp(title),
      oldSize: disk.size(file),
      newSize: patches.size,
      ranges: patches.patches.map(({ offset, source }) => [offset, source.size]),
      newChecksum,
    };
    const edit = journal.begin(record, file);
    source?.keep(journal, edit, record);
    await orRollBack(disk, journal, async () => {
      await writePatches(disk, file, patches.patches, patches.last);
      if (disk.size(file) < record.newSize) {
        disk.truncate(file, record.newSize);
        disk.flush(file);
      }
      checkWritten(disk, file, record, journal.archive);
    });
    journal.markDone(record);
    return record;
  } finally {
    source?.release();
    disk.close(file);
  }
}

/** Content was read twice, to know what will be written and to write it. */
function checkWritten(disk: Disk, file: DiskFile, record: PatchRecord, path: string): void {
  const found = checksumOfRanges(disk, file, record);
  if (found === record.newChecksum) return;
  throw new ArchiveError(
    'SOURCE_CHANGED',
    `Found bytes with the CRC-64 ${found ?? 'of a shorter file'} where the edit was written, expected ${record.newChecksum}.`,
    {
      path,
      help: 'Something changed what was packed meanwhile. The archive is as it was before; try again.',
    },
  );
}

/** Puts a finished new file in the archive's place; the old one is kept under another name for `undo`. */
export async function commitRewrite(
  disk: Disk,
  journal: Journal,
  title: string,
  temporary: string,
): Promise<RewriteRecord> {
  const { archive } = journal;
  const [old, fresh] = [disk.stat(archive), disk.stat(temporary)];
  if (old === undefined || fresh === undefined) {
    throw new ArchiveError('SOURCE_CHANGED', 'The archive vanished while it was edited.', { path: archive });
  }
  const shared = stamp(title);
  const record: RewriteRecord = {
    kind: 'rewrite',
    ...shared,
    oldSize: old.size,
    newSize: fresh.size,
    kept: `${basename(archive)}.pkw-old-${shared.id.slice(0, 8)}`,
    temporary: basename(temporary),
    identity: fresh.identity,
  };
  journal.begin(record);
  await orRollBack(disk, journal, async () => {
    keepOld(disk, archive, join(dirname(archive), record.kept));
    disk.rename(temporary, archive);
    disk.flushFolder(archive);
  });
  journal.markDone(record);
  return record;
}

function stamp(title: string): { readonly id: string; readonly time: string; readonly title: string } {
  return { id: nodeCrypto().randomUUID(), time: new Date().toISOString(), title };
}

/** A second name for the old file; without links it is moved aside, and recovery knows where it is. */
function keepOld(disk: Disk, archive: string, kept: string): void {
  try {
    disk.link(archive, kept);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    disk.rename(archive, kept);
  }
}

/** A full or failing disk must not leave a half edit: what was begun is taken back at once. */
async function orRollBack(disk: Disk, journal: Journal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    try {
      settle(disk, journal);
    } catch (second) {
      throw new ArchiveError(
        'JOURNAL_PENDING',
        `Writing failed (${messageOf(error)}), and so did taking it back (${messageOf(second)}).`,
        {
          path: journal.archive,
          help: `Once the disk works again: packwright recover ${journal.archive}`,
          cause: error,
        },
      );
    }
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
