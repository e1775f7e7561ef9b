/** The shared half of SHA-1 and SHA-256: 64-byte blocks, and the padding with the length at the end. */
export abstract class BlockHash {
  /** The state, in 32-bit words. */
  protected readonly state: Int32Array;
  readonly #block = new Uint8Array(64);
  readonly #view: DataView = new DataView(this.#block.buffer);
  #filled = 0;
  #length = 0;

  constructor(initial: readonly number[]) {
    this.state = Int32Array.from(initial);
  }

  /** Takes one block of 64 bytes at an offset. */
  protected abstract compress(block: DataView, offset: number): void;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(bytes.length, 64 - this.#filled);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < 64) return;
      this.compress(this.#view, 0);
      this.#filled = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; at <= bytes.length - 64; at += 64) this.compress(view, at);
    this.#block.set(bytes.subarray(at));
    this.#filled = bytes.length - at;
  }

  /** Ends the data; nothing may follow. */
  digest(): Uint8Array {
    const bits = this.#length * 8;
    const padding = new Uint8Array(this.#filled < 56 ? 64 - this.#filled : 128 - this.#filled);
    const view = new DataView(padding.buffer);
    padding[0] = 0x80;
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    this.update(padding);
    const result = new Uint8Array(this.state.length * 4);
    const words = new DataView(result.buffer);
    for (const [index, word] of this.state.entries()) words.setInt32(4 * index, word);
    return result;
  }
}
