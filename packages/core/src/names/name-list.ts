import type { NameHash } from '../contract/name-hash.ts';
import type { MemoryShare } from '../memory/memory-share.ts';
import { encodeName } from './hash-name.ts';
import { NameTable } from './name-table.ts';

/** The text of a list of names, one a line; hashed once for each kind of hash that asks. */
export class NameList {
  readonly text: Uint8Array;
  readonly #tables = new Map<NameHash, NameTable>();

  readonly #memory: MemoryShare | undefined;

  /** `memory` is what the text was drawn from; what is made of it draws from it as well. */
  constructor(text: Uint8Array, memory?: MemoryShare | undefined) {
    this.text = text;
    this.#memory = memory;
  }

  /** A list made of names that are at hand as strings. */
  static of(names: Iterable<string>): NameList {
    return new NameList(encodeName([...names].join('\n')));
  }

  tableFor(hash: NameHash): NameTable {
    let table = this.#tables.get(hash);
    if (table === undefined) {
      table = this.#makeTable(hash);
      this.#tables.set(hash, table);
    }
    return table;
  }

  /** Gives its memory back; nothing may ask it any more. */
  close(): void {
    this.#tables.clear();
    this.#memory?.close();
  }

  #makeTable(hash: NameHash): NameTable {
    const before = this.#memory?.used ?? 0;
    try {
      return new NameTable(this.text, hash, this.#memory);
    } catch (error) {
      // Whoever asks again draws again.
      this.#memory?.release(this.#memory.used - before);
      throw error;
    }
  }
}
