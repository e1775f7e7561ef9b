import { ArchiveError } from '../errors/archive-error.ts';
import type { ByteOrder } from './byte-order.ts';
import { decodeLatin1, findNul } from './text.ts';

/** Reads numbers and text from bytes at a moving position, in a fixed byte order, always inside the bounds. */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly order: ByteOrder;
  /** Offset in the archive of the first byte, for error messages. */
  readonly base: number;
  #at = 0;
  readonly #view: DataView;
  readonly #little: boolean;

  constructor(bytes: Uint8Array, order: ByteOrder, base = 0) {
    this.bytes = bytes;
    this.order = order;
    this.base = base;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#little = order === 'little';
  }

  get at(): number {
    return this.#at;
  }

  get length(): number {
    return this.bytes.length;
  }

  get remaining(): number {
    return this.bytes.length - this.#at;
  }

  /** Moves to an offset and gives the reader back. */
  seek(offset: number): this {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset > this.bytes.length) this.#fail(offset, 0);
    this.#at = offset;
    return this;
  }

  skip(count: number): this {
    this.#take(count);
    return this;
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), this.#little);
  }

  u24(): number {
    const at = this.#take(3);
    const [a = 0, b = 0, c = 0] = this.bytes.subarray(at, at + 3);
    return this.#little ? a | (b << 8) | (c << 16) : (a << 16) | (b << 8) | c;
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), this.#little);
  }

  s8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  s16(): number {
    return this.#view.getInt16(this.#take(2), this.#little);
  }

  s32(): number {
    return this.#view.getInt32(this.#take(4), this.#little);
  }

  f32(): number {
    return this.#view.getFloat32(this.#take(4), this.#little);
  }

  /** A 64-bit number as bigint: hashes and bit fields. */
  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8), this.#little);
  }

  /** A 64-bit offset or size; throws `DAMAGED` when it exceeds what a file can have (2^53 − 1). */
  size64(): number {
    const at = this.#take(8);
    const value = this.#view.getBigUint64(at, this.#little);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new ArchiveError('DAMAGED', `Found the 64-bit size ${value}, expected at most 2^53 - 1.`, {
        offset: this.base + at,
      });
    }
    return Number(value);
  }

  /** A view of the next bytes, not a copy. */
  take(count: number): Uint8Array {
    const at = this.#take(count);
    return this.bytes.subarray(at, at + count);
  }

  /** Latin-1 text of a fixed field, cut at the first NUL. */
  text(count: number): string {
    const at = this.#take(count);
    return decodeLatin1(this.bytes, at, findNul(this.bytes, at, at + count));
  }

  #take(count: number): number {
    const at = this.#at;
    if (!(count >= 0) || at > this.bytes.length - count) this.#fail(at, count);
    this.#at = at + count;
    return at;
  }

  #fail(at: number, count: number): never {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${this.bytes.length} bytes, expected at least ${at + count}: the data ends too early.`,
      { offset: this.base + Math.min(this.bytes.length, Math.max(0, at)) },
    );
  }
}
