import type { ArchiveIndex } from '../contract/archive-index.ts';
import type { NameHash } from '../contract/name-hash.ts';
import { hashName, parseUnresolvedName } from '../names/hash-name.ts';

/** Look-up of paths whose parts are stored as hashes: each part is hashed and found below the one before it. */
export class PartHashIndex {
  readonly #hash: NameHash;
  readonly #children = new Map<number, Map<bigint, number>>();
  /** Further entries of one name, by the first. */
  readonly #duplicates = new Map<number, number[]>();

  constructor(index: ArchiveIndex, hash: NameHash) {
    this.#hash = hash;
    for (let number = 0; number < index.entries.length; number++) {
      const { hash: own, path, parent = -1 } = index.entries.at(number);
      const value = own ?? (path === undefined ? undefined : hashName(hash, path));
      if (value === undefined) continue;
      const siblings = this.#children.get(parent) ?? new Map<bigint, number>();
      const first = siblings.get(value);
      if (first === undefined) siblings.set(value, number);
      else this.#duplicates.set(first, [...(this.#duplicates.get(first) ?? []), number]);
      this.#children.set(parent, siblings);
    }
  }

  /** The first entry of a path. */
  find(path: string): number | undefined {
    let at = -1;
    for (const part of path.split('/')) {
      const value = parseUnresolvedName(part, this.#hash.bits) ?? hashName(this.#hash, part);
      const child = this.#children.get(at)?.get(value);
      if (child === undefined) return undefined;
      at = child;
    }
    return at < 0 ? undefined : at;
  }

  /** Every entry of a path, in order. */
  findAll(path: string): readonly number[] {
    const first = this.find(path);
    return first === undefined ? [] : [first, ...(this.#duplicates.get(first) ?? [])];
  }
}
