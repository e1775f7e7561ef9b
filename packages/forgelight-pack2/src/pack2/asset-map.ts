import { type EntryTable, type IndexEntry, joinHalves, type StoredExtent } from '@packwright/core';
import { frameStep, sniffStep } from './codec.ts';
import { compressedFlag, rowLength } from './layout.ts';

/** 32-bit words of one map row. */
export const rowWords: number = rowLength / 4;

/** Positions of a row's fields, in words. */
export const field = { hashLow: 0, hashHigh: 1, offset: 2, length: 4, flags: 6, dataHash: 7 } as const;

const high = 2 ** 32;

/** The words of little-endian bytes: a view where the machine allows one, a copy elsewhere. */
export function toWords(bytes: Uint8Array): Uint32Array {
  const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const count = Math.floor(bytes.length / 4);
  if (isLittle && bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, count);
  if (isLittle) return new Uint32Array(bytes.slice(0, count * 4).buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: count }, (_, word) => view.getUint32(word * 4, true));
}

/** A 64-bit field of a row as a number: exact up to 2^53, and too large for any file above. */
export function wide(words: Uint32Array, at: number): number {
  return (words[at + 1] ?? 0) * high + (words[at] ?? 0);
}

/** The rows of a map as entries, made on demand from the raw bytes. */
export class AssetMap implements EntryTable {
  readonly length: number;
  readonly words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #sniff: boolean;

  constructor(bytes: Uint8Array, sniff: boolean) {
    this.length = Math.floor(bytes.length / rowLength);
    this.words = toWords(bytes);
    this.#bytes = bytes;
    this.#sniff = sniff;
  }

  hashLow(index: number): number {
    return this.words[index * rowWords + field.hashLow] ?? 0;
  }

  hashHigh(index: number): number {
    return this.words[index * rowWords + field.hashHigh] ?? 0;
  }

  hashesInto(first: number, into: Uint32Array): void {
    copyHashes(this.words, first * rowWords, into);
  }

  at(index: number): IndexEntry {
    const { words } = this;
    const at = index * rowWords;
    const length = Math.min(wide(words, at + field.length), Number.MAX_SAFE_INTEGER);
    const flags = words[at + field.flags] ?? 0;
    const hash = joinHalves(this.hashLow(index), this.hashHigh(index));
    const attributes = { flags };
    // An empty asset is empty whatever its flags and its hash say; its offset means nothing.
    if (length === 0) return { hash, attributes, size: 0, storedSize: 0, extents: [] };
    const extent = this.#extent(
      Math.min(wide(words, at + field.offset), Number.MAX_SAFE_INTEGER),
      length,
      flags,
    );
    return {
      hash,
      attributes,
      size: extent.size,
      storedSize: length,
      extents: [extent],
      checksum: {
        algorithm: 'crc32c',
        over: 'stored',
        prefix: this.#bytes.subarray(index * rowLength, index * rowLength + 8),
        value: words[at + field.dataHash] ?? 0,
      },
    };
  }

  #extent(offset: number, length: number, flags: number): StoredExtent {
    if ((flags & compressedFlag) !== 0) return { offset, length, steps: frameSteps };
    return this.#sniff ? { offset, length, steps: sniffSteps } : { offset, length, size: length };
  }
}

function copyHashes(words: Uint32Array, from: number, into: Uint32Array): void {
  for (let at = from, to = 0; to < into.length; at += rowWords, to += 2) {
    into[to] = words[at + field.hashLow] as number;
    into[to + 1] = words[at + field.hashHigh] as number;
  }
}

const frameSteps = [frameStep];
const sniffSteps = [sniffStep];
