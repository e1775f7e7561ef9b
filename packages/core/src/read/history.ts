/** As far as deflate looks back. */
export const historyLength: number = 32768;

/** The last 32 KiB of a stream. */
export class History {
  readonly #ring = new Uint8Array(historyLength);
  #total = 0;

  constructor(start?: Uint8Array | undefined) {
    if (start !== undefined) this.push(start);
  }

  push(bytes: Uint8Array): void {
    const tail = bytes.length > historyLength ? bytes.subarray(bytes.length - historyLength) : bytes;
    const at = (this.#total + bytes.length - tail.length) % historyLength;
    const first = Math.min(tail.length, historyLength - at);
    this.#ring.set(tail.subarray(0, first), at);
    this.#ring.set(tail.subarray(first), 0);
    this.#total += bytes.length;
  }

  /** The bytes in order, oldest first. */
  copy(): Uint8Array {
    const length = Math.min(this.#total, historyLength);
    const at = this.#total % historyLength;
    if (this.#total <= historyLength) return this.#ring.slice(0, length);
    const result = new Uint8Array(historyLength);
    result.set(this.#ring.subarray(at), 0);
    result.set(this.#ring.subarray(0, at), historyLength - at);
    return result;
  }
}
