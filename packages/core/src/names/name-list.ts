import type { NameHash } from '../contract/name-hash.ts';
import { encodeName } from './hash-name.ts';
import { NameTable } from './name-table.ts';

/** The text of a list of names, one a line; hashed once for each kind of hash that asks. */
export class NameList {
  readonly text: Uint8Array;
  readonly #tables = new Map<NameHash, NameTable>();

  constructor(text: Uint8Array) {
    this.text = text;
  }

  /** A list made of names that are at hand as strings. */
  static of(names: Iterable<string>): NameList {
    return new NameList(encodeName([...names].join('\n')));
  }

  tableFor(hash: NameHash): NameTable {
    let table = this.#tables.get(hash);
    if (table === undefined) {
      table = new NameTable(this.text, hash);
      this.#tables.set(hash, table);
    }
    return table;
  }
}
