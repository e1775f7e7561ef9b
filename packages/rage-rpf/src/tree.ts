import { ArchiveError, type Finding } from '@packwright/core';
import { deepestDirectory } from './layout.ts';

/** What the shape of a tree is read from: one row per entry, entry 0 is the root. */
export interface TreeRows {
  readonly count: number;
  isDirectory(entry: number): boolean;
  /** Number of a directory's first child. */
  first(entry: number): number;
  /** How many children a directory has. */
  children(entry: number): number;
  /** Order of two entries' names as the game's binary search has it: negative, zero or positive. */
  compare(a: number, b: number): number;
  /** Where an entry's row lies in the archive, for messages. */
  offset(entry: number): number;
}

/** Entries as users see them: those that a directory owns, in the order of the archive, without the root. */
export interface Tree {
  readonly length: number;
  /** Entry in the archive by number in the list. */
  readonly entries: Uint32Array;
  /** Number in the list by entry in the archive; −1 for the root and for entries that nobody owns. */
  readonly numbers: Int32Array;
  /** Owner in the archive by entry in the archive; −1 where there is none. */
  readonly owners: Int32Array;
}

/** Bytes of a tree for each entry of the table, and with what is needed only while it is walked. */
export const treeLength = 12;
export const walkLength = 17;

/** Walks the directories, each entry at most once; a second owner, a cycle or a range outside the table is `DAMAGED`. */
export function walkTree(rows: TreeRows, report: (finding: Finding) => void): Tree {
  const { count } = rows;
  if (!rows.isDirectory(0)) {
    throw new ArchiveError('DAMAGED', 'Found a file as entry 0, expected the root directory.', {
      offset: rows.offset(0),
    });
  }
  const owners = new Int32Array(count).fill(-1);
  const depths = new Uint8Array(count);
  const queue = new Uint32Array(count);
  const order = new OrderCheck(rows);
  let reached = 1;
  // An owned entry is queued once, so the queue never outgrows the table and the walk ends.
  for (let done = 0, queued = 1; done < queued; done++) {
    const directory = queue[done] ?? 0;
    const first = rows.first(directory);
    const children = rows.children(directory);
    if (children === 0) continue;
    if (first > count - children) throw outside(rows, directory, first, children);
    for (let child = first; child < first + children; child++) {
      if (child === 0 || owners[child] !== -1) throw ownedTwice(rows, directory, child);
      owners[child] = directory;
      reached++;
      if (!rows.isDirectory(child)) continue;
      const depth = (depths[directory] ?? 0) + 1;
      if (depth > deepestDirectory) throw tooDeep(rows, child);
      depths[child] = depth;
      queue[queued++] = child;
    }
    order.look(first, children);
  }
  order.report(report);
  return number(rows, owners, reached, report);
}

function number(
  rows: TreeRows,
  owners: Int32Array,
  reached: number,
  report: (finding: Finding) => void,
): Tree {
  const { count } = rows;
  const entries = new Uint32Array(reached - 1);
  const numbers = new Int32Array(count).fill(-1);
  let length = 0;
  for (let entry = 1; entry < count; entry++) {
    if (owners[entry] === -1) continue;
    numbers[entry] = length;
    entries[length++] = entry;
  }
  if (reached < count) {
    report({
      severity: 'warning',
      code: 'entries-unreachable',
      message: `Found ${count - reached} of ${count} entries in no directory, expected none; they are left out.`,
    });
  }
  return { length, entries, numbers, owners };
}

/** Looks whether siblings ascend, as the games' binary search needs it, and whether names repeat. */
class OrderCheck {
  readonly #rows: TreeRows;
  #unsorted = 0;
  #duplicates = 0;
  #firstUnsorted = 0;
  #firstDuplicate = 0;

  constructor(rows: TreeRows) {
    this.#rows = rows;
  }

  look(first: number, children: number): void {
    const rows = this.#rows;
    let isAscending = true;
    for (let child = first + 1; child < first + children; child++) {
      const order = rows.compare(child - 1, child);
      if (order === 0) this.#addDuplicate(child);
      if (order <= 0) continue;
      isAscending = false;
      if (this.#unsorted === 0) this.#firstUnsorted = child;
      this.#unsorted++;
    }
    if (!isAscending) this.#findScattered(first, children);
  }

  report(report: (finding: Finding) => void): void {
    if (this.#unsorted > 0) {
      report({
        severity: 'warning',
        code: 'names-unsorted',
        message: `Found ${this.#unsorted} names below their predecessor, expected ascending ones; the game may not find these files.`,
        offset: this.#rows.offset(this.#firstUnsorted),
      });
    }
    if (this.#duplicates > 0) {
      report({
        severity: 'warning',
        code: 'duplicate-names',
        message: `Found ${this.#duplicates} names that their directory has already, expected different ones; the first counts.`,
        offset: this.#rows.offset(this.#firstDuplicate),
      });
    }
  }

  #findScattered(first: number, children: number): void {
    const sorted = Uint32Array.from({ length: children }, (_, child) => first + child);
    sorted.sort((a, b) => this.#rows.compare(a, b) || a - b);
    for (let at = 1; at < children; at++) {
      const [before = 0, entry = 0] = sorted.subarray(at - 1, at + 1);
      if (entry !== before + 1 && this.#rows.compare(before, entry) === 0) this.#addDuplicate(entry);
    }
  }

  #addDuplicate(entry: number): void {
    if (this.#duplicates === 0) this.#firstDuplicate = entry;
    this.#duplicates++;
  }
}

function outside(rows: TreeRows, directory: number, first: number, children: number): ArchiveError {
  return new ArchiveError(
    'DAMAGED',
    `Found a directory with the entries ${first} to ${first + children - 1}, expected them below ${rows.count}.`,
    { offset: rows.offset(directory) },
  );
}

function ownedTwice(rows: TreeRows, directory: number, child: number): ArchiveError {
  return new ArchiveError(
    'DAMAGED',
    `Found entry ${child} in directory ${directory} although it has a place already, expected one owner for each entry.`,
    { offset: rows.offset(directory) },
  );
}

function tooDeep(rows: TreeRows, directory: number): ArchiveError {
  return new ArchiveError(
    'DAMAGED',
    `Found directories nested deeper than ${deepestDirectory} levels, expected fewer.`,
    { offset: rows.offset(directory) },
  );
}
