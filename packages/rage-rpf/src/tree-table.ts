import type { EntryTable, IndexEntry } from '@packwright/core';
import { type DebugNames, showTime } from './debug-names.ts';
import type { NameTable } from './name-table.ts';
import type { Row } from './row.ts';
import type { TableCipher } from './table-cipher.ts';
import type { Tree } from './tree.ts';
import type { FileFacts, TreeHeader, Version } from './version.ts';

/** An archive's table as it was read: what entries, edits and writing start from. */
export interface TreeParts {
  readonly version: Version;
  readonly header: TreeHeader;
  /** The entries, as words in this machine's order. */
  readonly words: Uint32Array;
  readonly tree: Tree;
  /** Absent where hashes are stored. */
  readonly names: NameTable | undefined;
  readonly debugNames: DebugNames | undefined;
  /** How the table is encrypted. */
  readonly cipher: TableCipher | undefined;
  /** How a file is encrypted that says it is. */
  readonly fileCipher: TableCipher | undefined;
  /** Version 7: real sizes of resources whose size field is full, by entry. */
  readonly largeSizes: ReadonlyMap<number, number>;
}

/** The entries of an archive with directories; made from the words of the table when they are asked for. */
export class TreeTable implements EntryTable {
  readonly parts: TreeParts;
  readonly #facts: FileFacts;

  constructor(parts: TreeParts) {
    const { header, cipher, fileCipher } = parts;
    this.parts = parts;
    this.#facts = { header, cipher, fileCipher, rawName: (row) => this.rawName(row) };
  }

  get length(): number {
    return this.parts.tree.length;
  }

  at(number: number): IndexEntry {
    const { tree, version, debugNames } = this.parts;
    const entry = tree.entries[number] ?? 0;
    const row = this.row(entry);
    const owner = tree.owners[entry] ?? 0;
    const path = this.#path(entry, row);
    const hash = version.names === 'hash' ? BigInt(row.name) : undefined;
    const parent = owner === 0 ? undefined : tree.numbers[owner];
    if (row.kind === 'directory') return { kind: 'directory', path, hash, parent, size: 0, extents: [] };
    const described = version.describe(row, this.#facts);
    const time = debugNames?.time(entry) ?? 0;
    if (time === 0) return { path, hash, parent, ...described };
    const attributes = { ...described.attributes, modified: showTime(time) };
    return { path, hash, parent, ...described, attributes };
  }

  /** A row by its number in the archive. */
  row(entry: number): Row {
    const { version, words, largeSizes } = this.parts;
    const row = version.readRow(words, entry);
    if (largeSizes.size === 0 || row.kind !== 'resource') return row;
    return { ...row, stored: largeSizes.get(entry) ?? row.stored };
  }

  /** The bytes of an entry's name, where names are stored. */
  rawName(row: Row): Uint8Array | undefined {
    return this.parts.names?.raw(row.name * 2 ** this.parts.header.nameShift);
  }

  #path(entry: number, row: Row): string | undefined {
    const { names, debugNames, header } = this.parts;
    if (names === undefined) return debugNames?.name(entry, row.name);
    return names.text(row.name * 2 ** header.nameShift) || `unnamed-${entry}`;
  }
}
