import { ArchiveError } from '@packwright/core';
import { buildDirectory, buildHeader, maxSize, rowBytes } from './layout.js';
import { LumpTable } from './read.js';
import { refuseName } from './write.js';

/** @import { ArchiveIndex, Change, UpdateContext, WritePart } from '@packwright/core' */
/** @import { Row } from './layout.js' */
/** @import { writeOptions } from './write.js' */

/**
 * A row of the directory to be; with `change`, its data comes from that change.
 *
 * @typedef {Row & { change?: number }} NewRow
 */

/**
 * Changes an archive in place: new data first, then the directory, and last the header that refers to it. Nobody has to
 * think of power cuts here: whoever writes the parts keeps the old bytes in a journal until all of them are written.
 *
 * @param {ArchiveIndex} index
 * @param {readonly Change[]} changes
 * @param {UpdateContext<typeof writeOptions>} context
 * @returns {AsyncGenerator<WritePart, void, undefined>}
 */
export async function* updateWad(index, changes, context) {
  const rows = applyChanges(readRows(index), changes);
  const fresh = rows.filter(({ change, size }) => change !== undefined && size > 0);
  // Without `at`, core puts the data where there is room: the old place of a replaced lump, or the end.
  for (const { change } of fresh) yield { pieces: [{ entry: change ?? 0 }] };
  const placed = await context.placed();
  fresh.forEach((row, part) => {
    row.offset = placed.at(part);
  });
  const old = index.structure.find(({ name }) => name === 'directory');
  const directory = buildDirectory(rows);
  const fits = old !== undefined && directory.length <= old.length;
  const at = fits ? old.offset : placed.end;
  if (at + directory.length > maxSize) {
    const end = at + directory.length;
    throw new ArchiveError(
      'WRITE_REFUSED',
      `The archive would have ${end} bytes, Doom reads at most ${maxSize}.`,
    );
  }
  if (directory.length > 0) yield { at, pieces: [{ bytes: directory }] };
  yield { at: 0, pieces: [{ bytes: buildHeader(index.variant, rows.length, at) }] };
}

/**
 * @param {ArchiveIndex} index
 * @returns {NewRow[]}
 */
function readRows({ entries }) {
  if (!(entries instanceof LumpTable))
    throw new ArchiveError('PLUGIN_INVALID', 'Found the index of another format.');
  return Array.from({ length: entries.rows.length / rowBytes }, (_, number) => ({
    offset: entries.offset(number),
    size: entries.size(number),
    name: entries.name(number),
  }));
}

/**
 * The rows after the changes: a WAD lives by its order, so only new lumps go to the end.
 *
 * @param {readonly NewRow[]} rows
 * @param {readonly Change[]} changes
 * @returns {NewRow[]}
 */
function applyChanges(rows, changes) {
  /** @type {(NewRow | undefined)[]} */
  const result = rows.map((row) => ({ ...row }));
  for (const [number, change] of changes.entries()) {
    if (change.kind === 'add') {
      if (change.directory) continue;
      checkName(change.path);
      result.push({ offset: 0, size: change.content.size, name: change.path, change: number });
      continue;
    }
    const row = result[change.entry];
    if (row === undefined)
      throw new ArchiveError('ENTRY_NOT_FOUND', `There is no lump ${change.entry} to ${change.kind}.`);
    if (change.kind === 'remove') result[change.entry] = undefined;
    else if (change.kind === 'replace')
      result[change.entry] = { ...row, size: change.content.size, change: number };
    else {
      checkName(change.path);
      row.name = change.path;
    }
  }
  return result.filter((row) => row !== undefined);
}

/** @param {string} name */
function checkName(name) {
  const message = refuseName(name);
  if (message !== undefined) throw new ArchiveError('WRITE_REFUSED', message, { path: name });
}
