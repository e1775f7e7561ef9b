import { ArchiveError, type Change } from '@packwright/core';
import { checkFlatEntries } from './check-entries.ts';
import type { Packfile } from './read-packfile.ts';

/** A directory row on its way through an edit. */
export interface EditedRow {
  /** The record as it was, so that fields nobody knows come back; zeros for a new entry. */
  readonly record: Uint8Array;
  readonly name: string | undefined;
  /** Number of the entry before the edit; absent for a new one. */
  readonly entry: number | undefined;
  readonly isRenamed: boolean;
  /** New content: which change brings it, and its size. */
  readonly content: { readonly change: number; readonly size: number } | undefined;
}

/** The directory after changes: what is removed is gone, what is added stands at the end. */
export function editRows({ header, directory }: Packfile, changes: readonly Change[]): readonly EditedRow[] {
  const { entrySize } = header.version;
  const rows: (EditedRow | undefined)[] = Array.from({ length: directory.length }, (_, entry) => ({
    record: directory.tables.directory.slice(entry * entrySize, (entry + 1) * entrySize),
    name: directory.isNameless(entry) ? undefined : (directory.name(entry) ?? ''),
    entry,
    isRenamed: false,
    content: undefined,
  }));
  changes.forEach((change, number) => {
    if (change.kind === 'add') rows.push(addRow(change, number, entrySize));
    else rows[change.entry] = changeRow(rows[change.entry], change, number);
  });
  return rows.filter((row) => row !== undefined);
}

function addRow(change: Change & { readonly kind: 'add' }, number: number, entrySize: number): EditedRow {
  refuseName(change.path, change.directory === true);
  return {
    record: new Uint8Array(entrySize),
    name: change.path,
    entry: undefined,
    isRenamed: true,
    content: { change: number, size: change.content?.size ?? 0 },
  };
}

function changeRow(
  row: EditedRow | undefined,
  change: Exclude<Change, { readonly kind: 'add' }>,
  number: number,
): EditedRow | undefined {
  if (row === undefined) {
    throw new ArchiveError('ENTRY_NOT_FOUND', `Found no entry ${change.entry} to ${change.kind}.`, {
      path: change.path,
    });
  }
  if (change.kind === 'remove') return undefined;
  if (change.kind === 'replace') return { ...row, content: { change: number, size: change.content.size } };
  refuseName(change.path, false);
  return { ...row, name: change.path, isRenamed: true };
}

function refuseName(path: string, isDirectory: boolean): void {
  const [problem] = checkFlatEntries([{ path, ...(isDirectory ? { kind: 'directory' } : {}) }]);
  if (problem !== undefined) throw new ArchiveError('WRITE_REFUSED', problem.message, { path });
}
