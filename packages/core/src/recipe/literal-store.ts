import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import type { RecipePiece } from './recipe.ts';

/** Shorter runs of zeros are not worth a piece of their own. */
const zeroRun = 64;

/** Collects ranges of an archive one behind another, by reference, as the literals of a recipe. */
export class LiteralStore implements ByteSource {
  readonly #source: ByteSource;
  readonly #starts: number[] = [];
  readonly #offsets: number[] = [];
  size = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Pieces for a range of the archive; long runs of zeros are told apart. */
  async add(offset: number, length: number, signal?: AbortSignal | undefined): Promise<RecipePiece[]> {
    const pieces: RecipePiece[] = [];
    for (let done = 0; done < length; done += 2 ** 20) {
      const count = Math.min(2 ** 20, length - done);
      const bytes = await this.#source.read(offset + done, count, { signal });
      this.#split(bytes, offset + done, pieces);
    }
    return pieces;
  }

  async read(offset: number, length: number, options?: ReadOptions): Promise<Uint8Array> {
    const target = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const row = this.#rowOf(offset + done);
      const start = this.#starts[row] ?? 0;
      const end = this.#starts[row + 1] ?? this.size;
      const count = Math.min(length - done, end - offset - done);
      const from = (this.#offsets[row] ?? 0) + offset + done - start;
      target.set(await this.#source.read(from, count, options), done);
      done += count;
    }
    return target;
  }

  #split(bytes: Uint8Array, offset: number, pieces: RecipePiece[]): void {
    let at = 0;
    while (at < bytes.length) {
      const zeros = countZeros(bytes, at);
      if (zeros >= zeroRun || zeros === bytes.length) {
        pieces.push({ zeros });
        at += zeros;
        continue;
      }
      const start = at;
      while (at < bytes.length && countZeros(bytes, at) < zeroRun) at += Math.max(1, countZeros(bytes, at));
      this.#put(offset + start, at - start, pieces);
    }
  }

  #put(offset: number, length: number, pieces: RecipePiece[]): void {
    pieces.push({ literal: this.size, length });
    this.#starts.push(this.size);
    this.#offsets.push(offset);
    this.size += length;
  }

  #rowOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function countZeros(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] === 0) at++;
  return at - from;
}
