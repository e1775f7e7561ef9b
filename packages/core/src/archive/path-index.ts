import type { MemoryShare } from '../memory/memory-share.ts';
import { TextHash } from '../names/text-hash.ts';
import { RowIndex } from './row-index.ts';

/** Look-up by path: exact first, then with case, separators and a leading `./` forgiven. Built at the first question. */
export class PathIndex {
  readonly #length: number;
  readonly #pathOf: (row: number) => string;
  readonly #memory: MemoryShare;
  readonly #hash = new TextHash();
  #exact: RowIndex | undefined;
  #folded: RowIndex | undefined;

  constructor(length: number, pathOf: (row: number) => string, memory: MemoryShare) {
    this.#length = length;
    this.#pathOf = pathOf;
    this.#memory = memory;
  }

  /** The entries of that path, or of its forgiving form when there are none: of those only the first. */
  *find(path: string): Generator<number, void, undefined> {
    this.#exact ??= this.#index((text) => text);
    let isFound = false;
    for (const row of this.#exact.find(this.#hash.of(0, path), (row) => this.#pathOf(row) === path)) {
      isFound = true;
      yield row;
    }
    if (isFound) return;
    this.#folded ??= this.#index(foldPath);
    const folded = foldPath(path);
    const isRight = (row: number): boolean => foldPath(this.#pathOf(row)) === folded;
    for (const row of this.#folded.find(this.#hash.of(0, folded), isRight)) {
      yield row;
      return;
    }
  }

  /** Gives the memory back. */
  close(): void {
    this.#exact?.close();
    this.#folded?.close();
  }

  #index(key: (path: string) => string): RowIndex {
    return new RowIndex(this.#length, (row) => this.#hash.of(0, key(this.#pathOf(row))), this.#memory);
  }
}

/** A path without what engines disagree about: ASCII case, backslashes, `.` parts. */
export function foldPath(path: string): string {
  return path
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
