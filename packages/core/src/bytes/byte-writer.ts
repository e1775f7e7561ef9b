import { alignUp } from './align.ts';
import type { ByteOrder } from './byte-order.ts';
import { encodeLatin1 } from './text.ts';

/** Builds bytes in a fixed byte order; grows as needed. */
export class ByteWriter {
  readonly order: ByteOrder;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;
  readonly #little: boolean;

  constructor(order: ByteOrder, capacity = 256) {
    this.order = order;
    this.#little = order === 'little';
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): this {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
    return this;
  }

  u16(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, value, this.#little);
    return this;
  }

  u24(value: number): this {
    const at = this.#grow(3);
    for (let i = 0; i < 3; i++) this.#bytes[at + (this.#little ? i : 2 - i)] = (value >>> (8 * i)) & 0xff;
    return this;
  }

  u32(value: number): this {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, this.#little);
    return this;
  }

  s32(value: number): this {
    const at = this.#grow(4);
    this.#view.setInt32(at, value, this.#little);
    return this;
  }

  u64(value: bigint | number): this {
    const at = this.#grow(8);
    this.#view.setBigUint64(at, BigInt(value), this.#little);
    return this;
  }

  bytes(value: Uint8Array): this {
    const at = this.#grow(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  zeros(count: number): this {
    this.#grow(count);
    return this;
  }

  /** Zeros up to a multiple of `alignment`. */
  align(alignment: number): this {
    return this.zeros(alignUp(this.#length, alignment) - this.#length);
  }

  /** Latin-1 text; with `field`, filled with zeros to that many bytes (the caller checks that it fits). */
  text(value: string, field: number = value.length): this {
    const encoded = encodeLatin1(value);
    const at = this.#grow(Math.max(field, encoded.length));
    this.#bytes.set(encoded, at);
    return this;
  }

  /** Overwrites a 32-bit number written before. */
  patchU32(offset: number, value: number): this {
    this.#view.setUint32(offset, value, this.#little);
    return this;
  }

  /** The bytes written so far, as a view. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Makes room, which may renew the view: callers must ask for the view afterwards. */
  #grow(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#length = needed;
    return at;
  }
}
