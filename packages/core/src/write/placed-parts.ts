import type { Placed } from '../contract/writer.ts';

type ChecksumValue = number | bigint | Uint8Array | undefined;

/** Where parts went, as columns. */
export class PlacedParts implements Placed {
  readonly #at: number[] = [];
  readonly #size: number[] = [];
  readonly #plainSize: number[] = [];
  readonly #encoded: boolean[] = [];
  readonly #checksum: ChecksumValue[] = [];
  end = 0;

  get length(): number {
    return this.#at.length;
  }

  add(at: number, size: number, plainSize: number, encoded: boolean, checksum: ChecksumValue): void {
    this.#at.push(at);
    this.#size.push(size);
    this.#plainSize.push(plainSize);
    this.#encoded.push(encoded);
    this.#checksum.push(checksum);
  }

  at(part: number): number {
    return this.#at[part] ?? 0;
  }

  size(part: number): number {
    return this.#size[part] ?? 0;
  }

  plainSize(part: number): number {
    return this.#plainSize[part] ?? 0;
  }

  encoded(part: number): boolean {
    return this.#encoded[part] ?? false;
  }

  checksum(part: number): ChecksumValue {
    return this.#checksum[part];
  }
}
