import {
  ArchiveError,
  type ArchiveIndex,
  type Change,
  crc32,
  type UpdateContext,
  type WritePart,
} from '@packwright/core';
import { methods } from './layout.ts';
import type { TortureOptions } from './options.ts';
import { parseRow, type Row, serializeRows } from './row.ts';
import { dataPart, draftRow, hashPath, methodOf } from './row-draft.ts';
import { serializeHeader } from './serialize-header.ts';
import { readTables } from './tables.ts';

/** Changes an archive in place: new data where there is room, a new table, and the header last. */
export function updateTorture(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<TortureOptions>,
): AsyncIterable<WritePart> | { readonly rewrite: string } {
  if (index.volumes !== undefined) return { rewrite: 'Half of the archive lies in a second file.' };
  return new Update(index, context).run(changes);
}

/** A row under way: the directory by reference, because numbers change when rows go. */
interface DraftedRow {
  row: Omit<Row, 'parent'>;
  parent: DraftedRow | undefined;
  readonly path: string;
}

class Update {
  readonly #context: UpdateContext<TortureOptions>;
  readonly #isTree: boolean;
  #rows: DraftedRow[] = [];
  #yielded = 0;

  constructor(index: ArchiveIndex, context: UpdateContext<TortureOptions>) {
    this.#context = context;
    this.#isTree = index.variant === 'tree';
  }

  async *run(changes: readonly Change[]): AsyncGenerator<WritePart, void, undefined> {
    const { source, signal } = this.#context;
    const { header, rows } = await readTables(source, signal);
    this.#loadRows(rows, header.count);
    const originals = [...this.#rows];
    const waiting: { readonly target: DraftedRow; readonly part: number }[] = [];
    for (const [number, change] of changes.entries()) {
      const target = this.#apply(change, 'entry' in change ? originals[change.entry] : undefined);
      if (target === undefined) continue;
      waiting.push({ target, part: this.#yielded++ });
      yield dataPart(number, methods[target.row.method] ?? 'plain');
    }
    const placed = await this.#context.placed();
    for (const { target, part } of waiting) {
      const checksum = Number(placed.checksum(part) ?? 0);
      target.row = { ...target.row, offset: placed.at(part), length: placed.size(part), checksum };
    }
    const table = serializeRows(this.#numberedRows());
    const tablePart = this.#yielded++;
    yield { pieces: [{ bytes: table }], align: 16 };
    const tableOffset = (await this.#context.placed()).at(tablePart);
    const count = this.#rows.length;
    const changed = serializeHeader({ ...header, count, tableOffset, tableChecksum: crc32(table) });
    yield { at: 0, pieces: [{ bytes: changed }] };
  }

  /** Changes the rows; gives the row whose content is new. */
  #apply(change: Change, original: DraftedRow | undefined): DraftedRow | undefined {
    if (change.kind === 'add') return this.#add(change);
    if (original === undefined) return undefined;
    if (change.kind === 'remove') this.#remove(original);
    else if (change.kind === 'rename') this.#rename(original, change.path);
    else {
      const isSealed = methods[original.row.method] === 'sealed';
      original.row = { ...original.row, method: methods.indexOf(isSealed ? 'sealed' : 'plain'), volume: 0 };
      return original;
    }
    return undefined;
  }

  #add(change: Extract<Change, { kind: 'add' }>): DraftedRow | undefined {
    const { path } = change;
    const wanted = change.directory ? 'directory' : methodOf(undefined, this.#context.options.method);
    const method = wanted === 'solid' ? 'plain' : wanted;
    const parent = this.#parentOf(path);
    const { parent: _, ...draft } = draftRow({ path }, method, this.#isTree, 0);
    const added = { row: { ...draft, offset: 0, length: 0, checksum: 0 }, parent, path };
    this.#rows.push(added);
    return change.directory ? undefined : added;
  }

  #remove(original: DraftedRow): void {
    const child = this.#rows.find(({ parent }) => parent === original);
    if (child !== undefined) {
      throw new ArchiveError(
        'WRITE_REFUSED',
        `"${original.path}" holds "${child.path}", expected an empty directory.`,
      );
    }
    this.#rows = this.#rows.filter((row) => row !== original);
  }

  #rename(original: DraftedRow, path: string): void {
    const hash = hashPath(path, this.#isTree);
    const hashHigh = this.#isTree ? 0 : Number(hash >> 32n);
    original.row = { ...original.row, hashLow: Number(hash & 0xffffffffn), hashHigh };
    original.parent = this.#parentOf(path);
  }

  /** The directory that a path lies in; made where it is missing. */
  #parentOf(path: string): DraftedRow | undefined {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (!this.#isTree || folder === '') return undefined;
    const isFolder = (row: DraftedRow): boolean =>
      row.row.method === methods.indexOf('directory') && row.path.toLowerCase() === folder.toLowerCase();
    const known = this.#rows.find(isFolder);
    if (known !== undefined) return known;
    this.#add({ kind: 'add', path: folder, directory: true });
    return this.#rows.at(-1);
  }

  #loadRows(rows: Uint8Array, count: number): void {
    for (let number = 0; number < count; number++) {
      const { parent, ...row } = parseRow(rows, number);
      this.#rows.push({ row, parent: this.#rows[parent - 1], path: this.#context.path(number) });
    }
  }

  /** Rows with their parents' numbers; directories move before what is in them. */
  #numberedRows(): readonly Row[] {
    const numbers = new Map<DraftedRow, number>();
    const ordered: Row[] = [];
    const place = (drafted: DraftedRow): number => {
      const known = numbers.get(drafted);
      if (known !== undefined) return known;
      const parent = drafted.parent === undefined ? 0 : place(drafted.parent);
      ordered.push({ ...drafted.row, parent });
      numbers.set(drafted, ordered.length);
      return ordered.length;
    };
    for (const drafted of this.#rows) place(drafted);
    return ordered;
  }
}
