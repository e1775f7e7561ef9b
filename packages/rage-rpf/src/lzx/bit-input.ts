/**
 * Bits of one LZX chunk: 16-bit little-endian words, most significant bit first. Past the end come zeros, so that a
 * code may be looked at whole; whether any of them was used tells `overrun`.
 */
export class BitInput {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #word = 0;
  /** Bits of `#word` that are still unread, counted from its low end. */
  #left = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Whole words, in bytes, that nobody has looked at yet. */
  get unread(): number {
    return this.#end - this.#at + (this.#left >>> 4) * 2;
  }

  /** Whether bits were used that the chunk does not have. */
  get overrun(): boolean {
    return this.#at - (this.#left >>> 3) > this.#end;
  }

  /** The next 16 bits, left in place. */
  peek16(): number {
    if (this.#left < 16) this.#fill();
    return (this.#word >>> (this.#left - 16)) & 0xffff;
  }

  /** Drops up to 16 bits that `peek16` has shown. */
  drop(count: number): void {
    this.#left -= count;
  }

  /** The next `count` bits as a number, at most 16. */
  bits(count: number): number {
    if (count === 0) return 0;
    const value = this.peek16() >>> (16 - count);
    this.#left -= count;
    return value;
  }

  /** Goes to the next word border; 1 to 16 bits are dropped, never none. */
  alignWord(): void {
    const dropped = this.#left % 16 || 16;
    this.#at -= (this.#left - dropped) / 8;
    this.#left = 0;
  }

  /** Moves over raw bytes, at a word border, and gives the position they start at. */
  takeRaw(count: number): number {
    const at = this.#at;
    this.#at += count;
    return at;
  }

  #fill(): void {
    const at = this.#at;
    const low = at < this.#end ? (this.#bytes[at] ?? 0) : 0;
    const high = at + 1 < this.#end ? (this.#bytes[at + 1] ?? 0) : 0;
    this.#at = at + 2;
    this.#word = (this.#word << 16) | (high << 8) | low;
    this.#left += 16;
  }
}
