import type { ByteSource } from '../contract/byte-source.ts';
import { checkSourceRange } from './check-range.ts';

/** As many zeros as wanted, which take no room. */
export class ZeroSource implements ByteSource {
  readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  read(offset: number, length: number): Uint8Array {
    checkSourceRange(offset, length, this.size, undefined);
    return new Uint8Array(length);
  }

  readInto(offset: number, target: Uint8Array): void {
    checkSourceRange(offset, target.length, this.size, undefined);
    target.fill(0);
  }
}
