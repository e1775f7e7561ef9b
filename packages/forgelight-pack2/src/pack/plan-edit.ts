import { ArchiveError, type Change, decodeLatin1, encodeLatin1, type OptionValues } from '@packwright/core';
import { checkFile } from './check.ts';
import { blockLength } from './layout.ts';
import type { WriteOptions } from './options.ts';
import { listSize, type PackRecord, recordSize } from './record.ts';
import type { RecordTable } from './record-table.ts';
import type { PackSurvey } from './survey.ts';

/** New data for a record: which change has it. */
interface NewData {
  readonly change: number;
  readonly size: number;
}

/** A record of a list that is being made; its numbers are the old ones until its new data has found a place. */
interface EditedRecord {
  record: PackRecord;
  data?: NewData;
}

/** A list that is being made. */
export interface EditedList {
  /** Absent for a list that is new. */
  readonly offset?: number;
  /** The list that it names as the next one so far. */
  readonly next?: number;
  /** Bytes kept for it. */
  readonly room: number;
  readonly records: EditedRecord[];
  isChanged: boolean;
}

/** Applies changes to the lists; throws `WRITE_REFUSED` for names that cannot be. */
export function planEdit(
  table: RecordTable,
  survey: PackSurvey,
  changes: readonly Change[],
  options: OptionValues<WriteOptions>,
): readonly EditedList[] | { readonly rewrite: string } {
  const rows: (EditedRecord | undefined)[] = [];
  for (let row = 0; row < table.length; row++) rows.push({ record: table.record(row) });
  const touched = new Set<number>();
  const added: EditedRecord[] = [];
  const names = new NameCount(rows);
  for (const [number, change] of changes.entries()) {
    if (change.kind === 'add') {
      if (change.content === undefined) continue;
      const name = names.take(change.path, options);
      const data = { change: number, size: change.content.size };
      added.push({ record: { name, offset: 0, length: 0, crc32: 0 }, data });
      continue;
    }
    const row = rows[change.entry];
    if (row === undefined) continue;
    touched.add(table.chunkOf(change.entry));
    if (change.kind === 'replace') {
      row.data = { change: number, size: change.content.size };
    } else {
      names.release(row.record.name);
      if (change.kind === 'remove') rows[change.entry] = undefined;
      else row.record = { ...row.record, name: names.take(change.path, options) };
    }
  }
  const lists = table.chunks.map(({ offset, next, firstRow, rows: count }, chunk): EditedList => {
    const records = rows.slice(firstRow, firstRow + count).filter((row) => row !== undefined);
    return { offset, next, room: survey.rooms[chunk] ?? 0, records, isChanged: touched.has(chunk) };
  });
  const tight = lists.find((list) => listSize(list.records.map(({ record }) => record)) > list.room);
  if (tight !== undefined)
    return { rewrite: `the list at offset ${tight.offset} has no room for a longer name` };
  return placeAdded(lists, added);
}

/** Puts new records into lists that have room, and into new lists of 8192 bytes for the rest. */
function placeAdded(lists: readonly EditedList[], added: readonly EditedRecord[]): readonly EditedList[] {
  const all = [...lists];
  const free = all.map((list) => list.room - listSize(list.records.map(({ record }) => record)));
  let chunk = 0;
  for (const row of added) {
    const step = recordSize(row.record.name.length);
    while (chunk < all.length && (free[chunk] ?? 0) < step) chunk++;
    if (chunk === all.length) {
      all.push({ room: blockLength, records: [], isChanged: true });
      free.push(blockLength - listSize([]));
    }
    const list = all[chunk];
    if (list === undefined) continue;
    list.records.push(row);
    list.isChanged = true;
    free[chunk] = (free[chunk] ?? 0) - step;
  }
  return all;
}

/** Which names are taken, so that an edit makes no second one. */
class NameCount {
  readonly #counts = new Map<string, number>();

  constructor(rows: readonly (EditedRecord | undefined)[]) {
    for (const row of rows) if (row !== undefined) this.#add(decodeLatin1(row.record.name), 1);
  }

  take(path: string, options: OptionValues<WriteOptions>): Uint8Array {
    const problem = checkFile({ path }, 0, options).find(({ severity }) => severity === 'error');
    if (problem !== undefined) throw new ArchiveError('WRITE_REFUSED', problem.message, { path });
    if ((this.#counts.get(path) ?? 0) > 0) {
      throw new ArchiveError(
        'WRITE_REFUSED',
        `The archive has a file ${JSON.stringify(path)} already, expected none.`,
        {
          path,
          help: 'Replace that file, or remove it first.',
        },
      );
    }
    this.#add(path, 1);
    return encodeLatin1(path);
  }

  release(name: Uint8Array): void {
    this.#add(decodeLatin1(name), -1);
  }

  #add(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }
}
