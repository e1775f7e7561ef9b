import {
  ArchiveError,
  type ArchiveIndex,
  type Change,
  type Finding,
  type UpdateContext,
  type WriteContext,
  type WriteEntry,
  type WritePart,
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
import { version1, versions } from './layout.ts';
import { updateVersion1 } from './version1/update.ts';
import { checkVersion1, writeVersion1 } from './version1/write.ts';
import type { WriteValues, writeOptions } from './write-options.ts';

/** Red Faction calls its archives `.vpp`, Guerrilla `.vpp_pc`. */
function chooseVersion(options: WriteValues, name: string | undefined): '1' | '3' {
  return options.version ?? (name?.toLowerCase().endsWith('.vpp') ? '1' : '3');
}

function chooseStyle(options: WriteValues, name: string | undefined): WriteStyle {
  return resolveStyle(requireVersion(versions, '3'), options, name);
}

/** What must be refused or mentioned before anything is written. */
export function checkEntries(entries: readonly WriteEntry[], options: WriteValues): readonly Finding[] {
  return chooseVersion(options, undefined) === '1'
    ? checkVersion1(entries, options)
    : checkPackfileEntries(entries, chooseStyle(options, undefined));
}

/** Writes a new archive. */
export function writeArchiveFile(
  entries: readonly WriteEntry[],
  context: WriteContext<typeof writeOptions>,
): AsyncIterable<WritePart> {
  const { options, name } = context;
  if (chooseVersion(options, name) === '1') {
    refuse(checkVersion1(entries, options));
    return writeVersion1(entries, context, options.byteOrder ?? 'little');
  }
  return writePackfile(entries, chooseStyle(options, name), context);
}

/** The file name may choose another version than `checkEntries` could know of. */
function refuse(findings: readonly Finding[]): void {
  const problem = findings.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new ArchiveError('WRITE_REFUSED', problem.message, { path: problem.path });
}

/** Changes an archive in place, or tells why it cannot. */
export function updateArchiveFile(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): Promise<AsyncIterable<WritePart> | { readonly rewrite: string }> {
  return index.variant === version1.variant
    ? updateVersion1(changes, context)
    : updatePackfile(changes, context, versions);
}

/** The asm files that must follow changed str2 files. */
export async function findCompanions(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): Promise<readonly Change[]> {
  return index.variant === version1.variant ? [] : findAssemblerChanges(index, changes, context, versions);
}
