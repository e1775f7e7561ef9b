import { constants, createInflate, createInflateRaw, type Inflate, type InflateRaw } from 'node:zlib';
import type { DeflateFormat, Inflater } from '@packwright/core';

const outputLength = 262144;

/** Incremental inflating with Node's zlib streams, which work on another thread. */
export class NodeInflater implements Inflater {
  ended = false;
  readonly #stream: Inflate | InflateRaw;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #limit = Number.POSITIVE_INFINITY;
  #failure: Error | undefined;
  #settle: () => void = () => {};

  constructor(format: DeflateFormat, history: Uint8Array | undefined) {
    const options = { chunkSize: outputLength, finishFlush: constants.Z_FINISH };
    this.#stream =
      format === 'zlib'
        ? createInflate(options)
        : createInflateRaw(history === undefined ? options : { ...options, dictionary: history });
    this.#stream.on('data', (chunk: Buffer) => this.#take(chunk));
    // Also comes when bytes follow the end of the stream; the write they came with is never called back.
    this.#stream.on('end', () => {
      this.ended = true;
      this.#settle();
    });
    this.#stream.on('error', (error: Error) => {
      this.#failure = error;
      this.#settle();
    });
  }

  async push(input: Uint8Array, limit: number): Promise<readonly Uint8Array[]> {
    if (this.ended || this.#stream.destroyed) return [];
    this.#limit = limit;
    // A copy, because the caller may use the input again while zlib still reads it.
    await this.#until((done) => this.#stream.write(new Uint8Array(input), done));
    if (this.#failure !== undefined) throw this.#failure;
    return this.#given();
  }

  /** Says that no more input comes; only then is the end of a stream seen that fills its last piece exactly. */
  async finish(): Promise<void> {
    if (this.ended || this.#stream.destroyed) return;
    await this.#until(() => this.#stream.end());
  }

  #until(start: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      start(resolve);
    });
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(new Uint8Array(chunk));
    this.#length += chunk.length;
    if (this.#length < this.#limit) return;
    // Enough: a bomb must not go on filling memory.
    this.#stream.destroy();
    this.#settle();
  }

  #given(): readonly Uint8Array[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#length = 0;
    return chunks;
  }
}
