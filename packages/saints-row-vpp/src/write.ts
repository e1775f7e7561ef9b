import type {
  ArchiveIndex,
  Change,
  Finding,
  UpdateContext,
  WriteContext,
  WriteEntry,
  WritePart,
} from '@packwright/core';
import {
  checkPackfileEntries,
  findAssemblerChanges,
  requireVersion,
  resolveStyle,
  updatePackfile,
  type WriteStyle,
  writePackfile,
} from '@packwright/volition';
import { refuseMethod } from './compression.ts';
import { versions } from './layout.ts';
import type { WriteValues, writeOptions } from './write-options.ts';

function chooseStyle(options: WriteValues, name: string | undefined): WriteStyle {
  return resolveStyle(requireVersion(versions, options.version ?? '10'), options, name);
}

/** What must be refused or mentioned before anything is written. */
export function checkEntries(entries: readonly WriteEntry[], options: WriteValues): readonly Finding[] {
  const style = chooseStyle(options, undefined);
  return [...refuseMethod(style), ...checkPackfileEntries(entries, style)];
}

/** Writes a new archive. */
export function writeArchiveFile(
  entries: readonly WriteEntry[],
  context: WriteContext<typeof writeOptions>,
): AsyncIterable<WritePart> {
  return writePackfile(entries, chooseStyle(context.options, context.name), context);
}

/** Changes an archive in place, or tells why it cannot. */
export function updateArchiveFile(
  _index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): Promise<AsyncIterable<WritePart> | { readonly rewrite: string }> {
  return updatePackfile(changes, context, versions);
}

/** The asm files that must follow changed str2 files. */
export function findCompanions(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): Promise<readonly Change[]> {
  return findAssemblerChanges(index, changes, context, versions);
}
