import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { checkSourceRange } from './check-range.ts';

/** Bytes in memory. All reads are synchronous, and give views instead of copies. */
export class BytesSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, name?: string | undefined) {
    this.bytes = bytes;
    this.size = bytes.length;
    this.name = name;
  }

  read(offset: number, length: number, options?: ReadOptions): Uint8Array {
    options?.signal?.throwIfAborted();
    checkSourceRange(offset, length, this.size, this.name);
    return this.bytes.subarray(offset, offset + length);
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): void {
    target.set(this.read(offset, target.length, options));
  }
}
