import type { ArchiveIndex } from '../contract/archive-index.ts';
import type { NameHash } from '../contract/name-hash.ts';
import type { MemoryShare } from '../memory/memory-share.ts';
import { hashName, parseUnresolvedName } from '../names/hash-name.ts';
import { SlotHash } from '../names/slot-hash.ts';
import { RowIndex } from './row-index.ts';

/** Look-up of paths whose parts are stored as hashes: each part is hashed and found below the one before it. */
export class PartHashIndex {
  readonly #index: ArchiveIndex;
  readonly #hash: NameHash;
  readonly #slots = new SlotHash();
  readonly #rows: RowIndex;

  constructor(index: ArchiveIndex, hash: NameHash, memory: MemoryShare) {
    this.#index = index;
    this.#hash = hash;
    const hashOf = (row: number): number | undefined => {
      const { parent, value } = this.#keyOf(row);
      return value === undefined ? undefined : this.#slotOf(parent, value);
    };
    this.#rows = new RowIndex(index.entries.length, hashOf, memory);
  }

  /** The entries of a path, in order. */
  find(path: string): Iterable<number> {
    const parts = path.split('/');
    let parent = -1;
    for (const part of parts.slice(0, -1)) {
      const [first] = this.#children(parent, part);
      if (first === undefined) return [];
      parent = first;
    }
    return this.#children(parent, parts.at(-1) ?? '');
  }

  #children(parent: number, part: string): Iterable<number> {
    const value = parseUnresolvedName(part, this.#hash.bits) ?? hashName(this.#hash, part);
    return this.#rows.find(this.#slotOf(parent, value), (row) => {
      const key = this.#keyOf(row);
      return key.parent === parent && key.value === value;
    });
  }

  #keyOf(row: number): { readonly parent: number; readonly value: bigint | undefined } {
    const { hash, path, parent = -1 } = this.#index.entries.at(row);
    return { parent, value: hash ?? (path === undefined ? undefined : hashName(this.#hash, path)) };
  }

  #slotOf(parent: number, value: bigint): number {
    return this.#slots.of(parent, this.#slots.of(Number(value & 0xffffffffn), Number(value >> 32n)));
  }
}
