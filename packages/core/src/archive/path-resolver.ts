import type { ArchiveIndex, IndexEntry } from '../contract/archive-index.ts';
import type { NameHash } from '../contract/name-hash.ts';
import { unresolvedName } from '../names/hash-name.ts';
import type { NameTable } from '../names/name-table.ts';

/** A path as users see it, and whether every part of it is a real name. */
export interface ResolvedPath {
  readonly path: string;
  readonly named: boolean;
}

/** Gives entries their paths: stored names, names from lists, or hashes; directories first. */
export class PathResolver {
  readonly #index: ArchiveIndex;
  readonly #hash: NameHash | undefined;
  readonly #tables: readonly NameTable[];
  readonly #directories = new Map<number, ResolvedPath>();

  constructor(index: ArchiveIndex, hash: NameHash | undefined, tables: readonly NameTable[]) {
    this.#index = index;
    this.#hash = hash;
    this.#tables = tables;
  }

  resolve(number: number, row: IndexEntry = this.#index.entries.at(number)): ResolvedPath {
    const own = this.#ownName(number, row);
    if (row.parent === undefined) return own;
    const parent = this.#directory(row.parent, 0);
    return {
      path: parent.path === '' ? own.path : `${parent.path}/${own.path}`,
      named: own.named && parent.named,
    };
  }

  /** The path alone; a stored one is given as it is. */
  path(number: number, row: IndexEntry = this.#index.entries.at(number)): string {
    return row.path !== undefined && row.parent === undefined ? row.path : this.resolve(number, row).path;
  }

  #directory(number: number, depth: number): ResolvedPath {
    const known = this.#directories.get(number);
    if (known !== undefined) return known;
    const row = this.#index.entries.at(number);
    const own = this.#ownName(number, row);
    let result = own;
    // A chain longer than the table can only be a cycle: such a directory counts as a root.
    if (row.parent !== undefined && depth < 256) {
      const parent = this.#directory(row.parent, depth + 1);
      const path = parent.path === '' ? own.path : `${parent.path}/${own.path}`;
      result = { path, named: own.named && parent.named };
    }
    this.#directories.set(number, result);
    return result;
  }

  #ownName(number: number, row: IndexEntry): ResolvedPath {
    if (row.path !== undefined) return { path: row.path, named: true };
    if (row.hash === undefined) return { path: '', named: false };
    // The table's own halves may say more than the hash that is shown, such as the extension of the name.
    const { entries } = this.#index;
    const low = entries.hashLow?.(number) ?? Number(row.hash & 0xffffffffn);
    const high = entries.hashHigh?.(number) ?? Number(row.hash >> 32n);
    for (const table of this.#tables) {
      const name = table.get(low, high);
      if (name !== undefined) return { path: withExtension(name, row.extension), named: true };
    }
    return { path: unresolvedName(row.hash, this.#hash?.bits ?? 32, row.extension), named: false };
  }
}

function withExtension(name: string, extension: string | undefined): string {
  if (extension === undefined || extension === '') return name;
  return name.toLowerCase().endsWith(`.${extension.toLowerCase()}`) ? name : `${name}.${extension}`;
}
