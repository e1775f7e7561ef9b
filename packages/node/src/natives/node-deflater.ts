import { constants, createDeflate, createDeflateRaw, type Deflate, type DeflateRaw } from 'node:zlib';
import type { DeflateFormat, Deflater } from '@packwright/core';

const outputLength = 262144;

/** Incremental deflating with Node's zlib streams, which work on another thread. */
export class NodeDeflater implements Deflater {
  readonly #stream: Deflate | DeflateRaw;
  #chunks: Uint8Array[] = [];
  #fail: (error: Error) => void = () => {};

  constructor(format: DeflateFormat, level: number) {
    const options = { level, chunkSize: outputLength };
    this.#stream = format === 'zlib' ? createDeflate(options) : createDeflateRaw(options);
    this.#stream.on('data', (chunk: Buffer) => this.#chunks.push(new Uint8Array(chunk)));
    this.#stream.on('error', (error: Error) => this.#fail(error));
  }

  async push(input: Uint8Array, flush: 'none' | 'sync' | 'finish'): Promise<readonly Uint8Array[]> {
    // A copy, because the caller may use the input again while zlib still reads it.
    if (input.length > 0) await this.#until((done) => this.#stream.write(new Uint8Array(input), done));
    if (flush === 'sync') await this.#until((done) => this.#stream.flush(constants.Z_SYNC_FLUSH, done));
    if (flush === 'finish') {
      await this.#until((done) => {
        this.#stream.once('end', done);
        this.#stream.end();
      });
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  #until(start: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      start(resolve);
    });
  }
}
