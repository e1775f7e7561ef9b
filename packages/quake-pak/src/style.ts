import { type Attributes, alignUp } from '@packwright/core';
import type { PakTable } from './table.ts';

/** Alignments that an archive is tried for; where several fit, 4 is the one that packers use. */
const alignments = [1, 4, 2, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/** The options with which `write` makes an archive like this one. */
export function deduceStyle(table: PakTable, dirOffset: number): Attributes {
  const { headerBytes, nameBytes, variant } = table.layout;
  const directory = table.length > 0 && dirOffset === headerBytes && !isEmpty(table) ? 'start' : 'end';
  const align = alignments.find((candidate) => isLaidOut(table, dirOffset, directory, candidate)) ?? 1;
  const { duplicates, longest } = surveyNames(table);
  return {
    variant,
    align,
    directory,
    ...(duplicates ? { duplicates: 'keep' } : {}),
    ...(longest === nameBytes ? { maxNameBytes: nameBytes } : {}),
  };
}

/** Whether no row has data: the directory is then first and last at once. */
function isEmpty(table: PakTable): boolean {
  for (let row = 0; row < table.length; row++) if (table.storedLength(row) > 0) return false;
  return true;
}

/** Whether the data of all rows lies in order, each at the next multiple, and the directory where it belongs. */
function isLaidOut(table: PakTable, dirOffset: number, directory: 'start' | 'end', align: number): boolean {
  let at = table.layout.headerBytes + (directory === 'start' ? table.bytes.length : 0);
  for (let row = 0; row < table.length; row++) {
    at = alignUp(at, align);
    if (table.dataOffset(row) !== at) return false;
    at += table.storedLength(row);
  }
  return directory === 'start' || table.length === 0 || alignUp(at, align) === dirOffset;
}

/** Whether a name occurs twice, and how long the longest is. */
function surveyNames(table: PakTable): { readonly duplicates: boolean; readonly longest: number } {
  const { rowBytes } = table.layout;
  const seen = new Set<string>();
  let longest = 0;
  for (let row = 0; row < table.length; row++) {
    longest = Math.max(longest, table.nameEnd(row) - row * rowBytes);
    seen.add(table.name(row));
  }
  return { duplicates: seen.size < table.length, longest };
}
