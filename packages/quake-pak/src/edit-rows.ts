import { ArchiveError, type Change, type Finding, FindingTally, type UpdateContext } from '@packwright/core';
import { putName } from './row.ts';
import { checkCount, checkName } from './rules.ts';
import type { PakTable } from './table.ts';
import type { writeOptions } from './write-options.ts';

/** A row of the directory to be. */
export interface EditedRow {
  /** Its bytes, which may be written to; those of an untouched row are exactly the old ones. */
  readonly row: Uint8Array;
  readonly path: string;
  /** The change that brings its content, and the size of that, unless the content stays. */
  readonly content?: { readonly change: number; readonly size: number } | undefined;
}

/** The rows after the changes, in the old order with new ones behind; throws what the format cannot express. */
export function editRows(
  table: PakTable,
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): readonly EditedRow[] {
  const { layout } = table;
  const findings: Finding[] = [];
  const tally = new FindingTally((finding) => findings.push(finding));
  const edited = new Map<number, EditedRow | undefined>();
  const added: EditedRow[] = [];
  const renamed: string[] = [];
  const current = (entry: number): EditedRow => {
    const known = edited.get(entry);
    if (known !== undefined) return known;
    if (edited.has(entry) || entry >= table.length) {
      throw new ArchiveError(
        'ENTRY_NOT_FOUND',
        `There is no row ${entry} any more, expected one below ${table.length}.`,
      );
    }
    return { row: table.row(entry).slice(), path: table.name(entry) };
  };
  for (const [number, change] of changes.entries()) {
    if (change.kind === 'remove') {
      current(change.entry);
      edited.set(change.entry, undefined);
    } else if (change.kind === 'replace') {
      edited.set(change.entry, {
        ...current(change.entry),
        content: { change: number, size: change.content.size },
      });
    } else if (change.kind === 'rename') {
      const row = { ...current(change.entry), path: change.path };
      checkName(change, number, layout, context.options, tally);
      throwErrors(findings);
      putName(layout, row.row, 0, change.path);
      edited.set(change.entry, row);
      renamed.push(change.path);
    } else if (change.directory !== true) {
      checkName(change, number, layout, context.options, tally);
      throwErrors(findings);
      const row = new Uint8Array(layout.rowBytes);
      putName(layout, row, 0, change.path);
      added.push({ row, path: change.path, content: { change: number, size: change.content.size } });
    }
  }
  const rows = collect(table, edited, added);
  if (context.options.duplicates !== 'keep')
    checkDuplicates(rows, [...renamed, ...added.map(({ path }) => path)]);
  checkCount(rows.length, layout, context.options, tally);
  tally.finish();
  throwErrors(findings);
  for (const finding of findings) context.report(finding);
  return rows;
}

function collect(
  table: PakTable,
  edited: ReadonlyMap<number, EditedRow | undefined>,
  added: readonly EditedRow[],
): readonly EditedRow[] {
  const rows: EditedRow[] = [];
  for (let number = 0; number < table.length; number++) {
    const row = edited.get(number);
    if (row !== undefined) rows.push(row);
    else if (!edited.has(number)) rows.push({ row: table.row(number), path: table.name(number) });
  }
  rows.push(...added);
  return rows;
}

/** Names that were there twice before may stay so; an edit must not make a new pair. */
function checkDuplicates(rows: readonly EditedRow[], names: readonly string[]): void {
  const wanted = new Set(names);
  const seen = new Set<string>();
  for (const { path } of rows) {
    if (!wanted.has(path)) continue;
    if (seen.has(path)) {
      throw new ArchiveError('WRITE_REFUSED', `The name ${JSON.stringify(path)} would occur twice.`, {
        path,
        help: 'Replace the file that is there, or allow it with the option duplicates=keep.',
      });
    }
    seen.add(path);
  }
}

function throwErrors(findings: readonly Finding[]): void {
  const error = findings.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new ArchiveError('WRITE_REFUSED', error.message, { path: error.path });
}
