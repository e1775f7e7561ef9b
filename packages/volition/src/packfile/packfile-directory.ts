import { decodeLatin1, findNul } from '@packwright/core';
import { allOnes, type Field, readField } from './field.ts';
import type { PackfileHeader } from './packfile-header.ts';

/** A stretch of a block of names. */
export interface NameRange {
  readonly start: number;
  readonly end: number;
}

/** The raw tables that stand between the header and the data. */
export interface PackfileTables {
  readonly directory: Uint8Array;
  readonly names: Uint8Array;
  readonly extensions: Uint8Array | undefined;
}

/** The directory of a packfile: columns over its raw bytes, without an object for each entry. */
export class PackfileDirectory {
  readonly length: number;
  readonly tables: PackfileTables;
  readonly #view: DataView;
  readonly #header: PackfileHeader;
  readonly #little: boolean;

  constructor(header: PackfileHeader, tables: PackfileTables) {
    const { directory } = tables;
    this.length = header.count;
    this.tables = tables;
    this.#header = header;
    this.#little = header.order === 'little';
    this.#view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  }

  /** The start field as it stands; what it means depends on the layout. */
  start(entry: number): number {
    return this.#read(entry, this.#header.version.entry.start);
  }

  /** Bytes of the file. */
  size(entry: number): number {
    return this.#read(entry, this.#header.version.entry.size);
  }

  /** Compressed bytes, or nothing where the entry is stored. */
  storedSize(entry: number): number | undefined {
    const field = this.#header.version.entry.storedSize;
    const value = this.#read(entry, field);
    return value === allOnes(field) ? undefined : value;
  }

  /** The stored name hash, in versions that have one. */
  hash(entry: number): number | undefined {
    const field = this.#header.version.entry.hash;
    return field === undefined ? undefined : this.#read(entry, field);
  }

  /** The flags of the entry itself, in versions that have them. */
  flags(entry: number): number | undefined {
    const field = this.#header.version.entry.flags;
    return field === undefined ? undefined : this.#read(entry, field);
  }

  /** Where the name stands in the names block: `end` is its NUL, or the end of the block. Nothing when outside. */
  nameRange(entry: number): NameRange | undefined {
    return rangeIn(this.tables.names, this.#read(entry, this.#header.version.entry.name));
  }

  /** The same for the extension; an empty range in versions that do not keep it apart. */
  extensionRange(entry: number): NameRange | undefined {
    const { extension } = this.#header.version.entry;
    if (extension === undefined || this.tables.extensions === undefined) return { start: 0, end: 0 };
    return rangeIn(this.tables.extensions, this.#read(entry, extension));
  }

  /** Whether the entry says that it has no name. */
  isNameless(entry: number): boolean {
    const { name } = this.#header.version.entry;
    return this.#read(entry, name) === allOnes(name);
  }

  /** The full file name, or nothing when it lies outside its block. */
  name(entry: number): string | undefined {
    const range = this.nameRange(entry);
    const ending = this.extensionRange(entry);
    if (range === undefined || ending === undefined) return undefined;
    const name = decodeLatin1(this.tables.names, range.start, range.end);
    if (ending.start === ending.end || this.tables.extensions === undefined) return name;
    return `${name}.${decodeLatin1(this.tables.extensions, ending.start, ending.end)}`;
  }

  #read(entry: number, field: Field): number {
    return readField(this.#view, entry * this.#header.version.entrySize, field, this.#little);
  }
}

function rangeIn(block: Uint8Array, start: number): NameRange | undefined {
  return start < block.length ? { start, end: findNul(block, start, block.length) } : undefined;
}
