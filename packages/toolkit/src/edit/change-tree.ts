import { type Archive, ArchiveError, type Change, type Entry } from '@packwright/core';
import { requireEntry } from '../paths/open-nested.ts';
import type { EditRequest } from './edit-request.ts';

/** The wishes for one archive: its own changes, and wishes for archives in it. */
export interface ChangeLevel {
  readonly changes: readonly Change[];
  /** By number of the entry that is an archive; paths are relative to that archive. */
  readonly nested: ReadonlyMap<number, readonly EditRequest[]>;
}

/** Sorts wishes into those for an archive itself and those for archives inside, and checks them against its entries. */
export function sortRequests(archive: Archive, requests: readonly EditRequest[]): ChangeLevel {
  const changes: Change[] = [];
  const nested = new Map<number, EditRequest[]>();
  for (const request of requests) {
    const [first, ...rest] = request.path;
    if (first === undefined || first === '') {
      throw new ArchiveError('OPTION_INVALID', 'An edit needs the path of an entry, but found none.');
    }
    if (rest.length === 0) {
      changes.push(...toChanges(archive, request, first));
      continue;
    }
    const entry = requireEntry(archive, first);
    const list = nested.get(entry.index) ?? [];
    list.push({ ...request, path: rest });
    nested.set(entry.index, list);
  }
  refuseConflicts(changes, nested);
  return { changes, nested };
}

function toChanges(archive: Archive, request: EditRequest, path: string): Change[] {
  switch (request.kind) {
    case 'replace': {
      const entry = pickEntry(archive, path, request.index);
      if (entry.kind === 'directory') throw notAFile(path);
      return [{ kind: 'replace', entry: entry.index, path: entry.path, content: request.content }];
    }
    case 'add':
      refuseExisting(archive, path);
      return [{ kind: 'add', path, content: request.content }];
    case 'add-directory':
      refuseExisting(archive, path);
      return [{ kind: 'add', path, directory: true }];
    case 'remove':
      return withChildren(archive, pickEntry(archive, path, request.index)).map((entry) => ({
        kind: 'remove',
        entry: entry.index,
        path: entry.path,
      }));
    case 'rename': {
      const entry = pickEntry(archive, path, request.index);
      refuseExisting(archive, request.to, entry.index);
      return withChildren(archive, entry).map((child) => ({
        kind: 'rename',
        entry: child.index,
        from: child.path,
        path: request.to + child.path.slice(entry.path.length),
      }));
    }
  }
}

function pickEntry(archive: Archive, path: string, index: number | undefined): Entry {
  return index === undefined ? requireEntry(archive, path) : archive.entry(index);
}

/** A directory goes with everything in it. */
function withChildren(archive: Archive, entry: Entry): Entry[] {
  if (entry.kind !== 'directory') return [entry];
  const prefix = `${entry.path}/`;
  return [entry, ...[...archive.entries()].filter(({ path }) => path.startsWith(prefix))];
}

function refuseExisting(archive: Archive, path: string, except?: number): void {
  const found = archive.findAll(path).find(({ index, path: own }) => index !== except && own === path);
  if (found === undefined) return;
  throw new ArchiveError('WRITE_REFUSED', `The archive has an entry ${JSON.stringify(path)} already.`, {
    path,
    help: 'Replace it with "set", or remove it first.',
  });
}

function refuseConflicts(changes: readonly Change[], nested: ReadonlyMap<number, unknown>): void {
  const seen = new Set<number>(nested.keys());
  for (const change of changes) {
    if (change.kind === 'add') continue;
    if (seen.has(change.entry)) {
      throw new ArchiveError('OPTION_INVALID', `One edit changes ${JSON.stringify(change.path)} twice.`, {
        path: change.path,
        help: 'Make two edits of it.',
      });
    }
    seen.add(change.entry);
  }
}

function notAFile(path: string): ArchiveError {
  return new ArchiveError('WRITE_REFUSED', `${JSON.stringify(path)} is a directory, expected a file.`, {
    path,
  });
}
