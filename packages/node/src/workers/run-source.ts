import { type Awaitable, type ByteSource, type ReadOptions, SliceSource } from '@packwright/core';
import type { FileSource } from '../files/file-source.ts';

/** Bytes read ahead at once, unless memory is scarce. */
export const windowLength: number = 2 ** 20;

/** A window that nobody uses: a job follows the other, and each would have the system clear a new one. */
let spare: Uint8Array | undefined;

function takeWindow(length: number): Uint8Array {
  const window = spare?.length === length ? spare : new Uint8Array(length);
  if (window === spare) spare = undefined;
  return window;
}

/**
 * A range of a file, read in long runs: one system call brings the bytes of many small entries into a buffer that is
 * used again for the next run. What `read` gives is a view into it, good until the next `prefetch`; whoever uses this
 * class must be done with an entry by then.
 */
export class RunSource implements ByteSource {
  readonly size: number;
  readonly name: string;
  readonly #file: FileSource;
  readonly #base: number;
  readonly #slice: SliceSource;
  readonly #window: Uint8Array;
  /** Whether the buffer was not given by the caller. */
  readonly #isOwn: boolean;
  #start = 0;
  #length = 0;

  constructor(file: FileSource, base: number, size: number, window: number | Uint8Array = windowLength) {
    this.#isOwn = typeof window === 'number';
    this.#window = typeof window === 'number' ? takeWindow(window) : window;
    this.#file = file;
    this.#base = base;
    this.#slice = new SliceSource(file, base, size);
    this.size = this.#slice.size;
    this.name = file.name;
  }

  /** Leaves the buffer to the next source. */
  async close(): Promise<void> {
    if (this.#isOwn) spare = this.#window;
  }

  /** Brings a range into the buffer; what does not lie in the file or does not fit the buffer is left out. */
  prefetch(offset: number, length: number): void {
    this.#length = 0;
    const wanted = Math.min(length, this.#window.length, this.size - offset);
    if (!(Number.isSafeInteger(offset) && offset >= 0 && wanted > 0)) return;
    this.#file.readInto(this.#base + offset, this.#window.subarray(0, wanted));
    this.#start = offset;
    this.#length = wanted;
  }

  /** What the buffer has: the range from `start` up to `loaded`. */
  get start(): number {
    return this.#start;
  }

  get loaded(): number {
    return this.#start + this.#length;
  }

  /** The buffer itself, for those who can do without a view. */
  get window(): Uint8Array {
    return this.#window;
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    const at = offset - this.#start;
    const isLoaded = at >= 0 && length >= 0 && at + length <= this.#length;
    if (isLoaded) return this.#window.subarray(at, at + length);
    return this.#slice.read(offset, length, options);
  }
}
