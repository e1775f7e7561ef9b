import { ArchiveError } from '@packwright/core';
import { toWords } from './block-cipher.ts';
import { TfitInverse } from './tfit-inverse.ts';
import { tfitTablesLength } from './tfit-layout.ts';

/** The tables of the TFIT cipher, which all keys share. */
export class TfitTables {
  readonly words: Int32Array;
  #inverse: TfitInverse | undefined;

  private constructor(words: Int32Array) {
    this.words = words;
  }

  /** Tables in the order of input bytes; the same bytes give the same object, so that work is done once. */
  static of(bytes: Uint8Array): TfitTables {
    const known = cache.get(bytes);
    if (known !== undefined) return known;
    if (bytes.length !== tfitTablesLength) {
      throw new ArchiveError(
        'KEY_WRONG',
        `Found ${bytes.length} bytes of TFIT tables, expected ${tfitTablesLength}.`,
      );
    }
    const tables = new TfitTables(toWords(bytes));
    cache.set(bytes, tables);
    return tables;
  }

  /** What encrypting needs, made at the first use. */
  get inverse(): TfitInverse {
    this.#inverse ??= new TfitInverse(this.words);
    return this.#inverse;
  }
}

const cache = new WeakMap<Uint8Array, TfitTables>();
