import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { ByteSink } from './byte-sink.ts';

/** Joins writes that follow one another, so that ten thousand small files are a hundred large writes. */
export class JoiningSink implements ByteSink {
  readonly #sink: ByteSink;
  readonly #buffer: Uint8Array;
  #start = 0;
  #filled = 0;

  /** Gathers up to `length` bytes before they go on as one write. */
  constructor(sink: ByteSink, length: number) {
    this.#sink = sink;
    this.#buffer = new Uint8Array(length);
  }

  /** The longest range that `copy` takes at once. */
  get length(): number {
    return this.#buffer.length;
  }

  write(offset: number, bytes: Uint8Array): Awaitable<void> {
    return chain(this.#makeRoom(offset, bytes.length), () => {
      if (bytes.length > this.length) return this.#sink.write(offset, bytes);
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    });
  }

  /** Reads a range of a source straight into the buffer. */
  copy(
    offset: number,
    source: ByteSource,
    from: number,
    length: number,
    signal?: AbortSignal,
  ): Awaitable<Uint8Array> {
    return chain(this.#makeRoom(offset, length), () => {
      const target = this.#buffer.subarray(this.#filled, this.#filled + length);
      const done = (): Uint8Array => {
        this.#filled += length;
        return target;
      };
      if (source.readInto !== undefined) return chain(source.readInto(from, target, { signal }), done);
      return chain(source.read(from, length, { signal }), (bytes) => {
        target.set(bytes);
        return done();
      });
    });
  }

  zeros(offset: number, length: number): Awaitable<void> {
    const some = Math.min(length, this.length);
    if (some === 0) return;
    return chain(this.#makeRoom(offset, some), () => {
      this.#buffer.fill(0, this.#filled, this.#filled + some);
      this.#filled += some;
      return length > some ? this.zeros(offset + some, length - some) : undefined;
    });
  }

  flush(): Awaitable<void> {
    if (this.#filled === 0) return;
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#filled = 0;
    return this.#sink.write(this.#start, bytes);
  }

  #makeRoom(offset: number, length: number): Awaitable<void> {
    const follows = offset === this.#start + this.#filled && this.#filled + length <= this.length;
    if (follows && this.#filled > 0) return;
    return chain(this.flush(), () => {
      this.#start = offset;
    });
  }
}
