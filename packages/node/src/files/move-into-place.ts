import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './system-error.ts';

/** What `link` fails with where a file system has no links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']);

/** Whether a failed `link` means that the file system has no links. */
export function isWithoutLinks(error: unknown): boolean {
  return noLinks.has(systemCode(error) ?? '');
}

/** Gives a finished temporary its final name; without `overwrite` it throws `EEXIST` when the name is taken. */
export function moveIntoPlace(temporary: string, path: string, overwrite: boolean): void {
  if (overwrite) {
    renameSync(temporary, path);
    return;
  }
  // A link fails when the name was taken meanwhile; a rename would replace what is there.
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      throw Object.assign(new Error('EEXIST: file already exists'), { code: 'EEXIST' });
    }
    renameSync(temporary, path);
    return;
  }
  unlinkSync(temporary);
}

/** Brings the names of a file's folder to the disk, so that a rename survives a power cut. */
export function syncFolder(path: string): void {
  // Windows has no such call for folders, and its renames need none.
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(path), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
