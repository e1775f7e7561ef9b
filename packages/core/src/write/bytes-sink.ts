import type { ByteSink } from './byte-sink.ts';

/** A sink in memory. */
export class BytesSink implements ByteSink {
  #bytes = new Uint8Array(1024);
  #length = 0;

  write(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, offset);
    this.#length = Math.max(this.#length, end);
  }

  /** What was written, as a view. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }
}
