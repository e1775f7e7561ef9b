import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { type Awaitable, type Checksum, chain, checksumEquals, createChecksum } from '@packwright/core';
import type { EntryContent } from './entry-content.ts';

/**
 * What happens to files that are there already: they stay (`never`), go (`always`), or go when the archive was
 * modified after them (`newer`: archives have no times for their entries).
 */
export type Overwrite = 'never' | 'always' | 'newer';

/** How existing files are treated. */
export interface ExistingRules {
  readonly overwrite: Overwrite;
  /** When the archive was modified, in milliseconds since 1970; absent where nobody knows. */
  readonly archiveModified: number | undefined;
  /** Whether files that are complete already are left alone and all others are written again. */
  readonly resume: boolean;
}

/** Whether a file is there already and stays as it is. */
export function keepsExisting(path: string, content: EntryContent, rules: ExistingRules): Awaitable<boolean> {
  const old = lstatSync(path, { throwIfNoEntry: false });
  if (old === undefined) return false;
  if (rules.resume) {
    // Only a whole file ever gets its final name, so one of the right size and checksum is finished.
    if (!old.isFile()) return false;
    return chain(content.size(), (size) => old.size === size && hasChecksum(path, content.checksum));
  }
  if (rules.overwrite === 'newer') return old.mtimeMs >= (rules.archiveModified ?? Number.POSITIVE_INFINITY);
  return rules.overwrite === 'never';
}

function hasChecksum(path: string, expected: Checksum | undefined): boolean {
  if (expected?.over !== 'content') return true;
  const state = createChecksum(expected.algorithm);
  if (expected.prefix !== undefined) state.update(expected.prefix);
  const buffer = new Uint8Array(262144);
  const descriptor = openSync(path, 'r');
  try {
    for (let length = readSync(descriptor, buffer); length > 0; length = readSync(descriptor, buffer)) {
      state.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
  return checksumEquals(state.digest(), expected.value);
}
