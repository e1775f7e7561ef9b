import type { Checksum, CodecStep, StoredExtent } from '@packwright/core';
import { type ChecksumKind, type EntryColumns, longestPrefix } from './entry-columns.ts';
import { Interner } from './interner.ts';
import { copyRow, type PortableRow } from './portable-row.ts';

/** Puts rows into columns one by one, so that none has to be kept: most of the cost of many rows is keeping them. */
export class ColumnBuilder {
  readonly #lists = new Interner<readonly CodecStep[]>();
  readonly #kinds = new Interner<ChecksumKind>();
  readonly #special = new Map<number, PortableRow>();
  readonly #capacity: number;
  readonly #offset: Float64Array;
  readonly #stored: Float64Array;
  readonly #size: Float64Array;
  readonly #steps: Int32Array;
  readonly #checksum: Int32Array;
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  #prefixes = new Uint8Array(new SharedArrayBuffer(0));
  #length = 0;
  #lastKind: ChecksumKind | undefined;
  #lastKindNumber = -1;

  /** For at most `capacity` rows. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#offset = new Float64Array(new SharedArrayBuffer(capacity * 8));
    this.#stored = new Float64Array(new SharedArrayBuffer(capacity * 8));
    this.#size = new Float64Array(new SharedArrayBuffer(capacity * 8)).fill(-1);
    this.#steps = new Int32Array(new SharedArrayBuffer(capacity * 4)).fill(-1);
    this.#checksum = new Int32Array(new SharedArrayBuffer(capacity * 4)).fill(-1);
    this.#low = new Uint32Array(new SharedArrayBuffer(capacity * 4));
    this.#high = new Uint32Array(new SharedArrayBuffer(capacity * 4));
  }

  /** Adds a row behind those that are there. */
  add(row: PortableRow): void {
    const number = this.#length++;
    const extent = firstStored(row);
    if (extent !== undefined) {
      this.#offset[number] = extent.offset;
      this.#stored[number] = extent.length;
      if (extent.size !== undefined) this.#size[number] = extent.size;
    }
    if (extent === undefined || !fitsColumns(row, extent)) this.#special.set(number, copyRow(row));
    else {
      if (extent.steps !== undefined && extent.steps.length > 0)
        this.#steps[number] = this.#lists.add(extent.steps);
      else if (extent.size === undefined) this.#size[number] = extent.length;
      if (row.checksum !== undefined) this.#addChecksum(number, row.checksum);
    }
  }

  /** The columns; with `order`, row `n` is the one that was added as number `order[n]`. */
  finish(order?: Uint32Array | undefined): EntryColumns {
    const length = this.#length;
    const place = <T extends Float64Array | Int32Array | Uint32Array>(column: T): T => {
      const filled = column.subarray(0, length) as T;
      if (order === undefined) return filled;
      const before = filled.slice();
      for (let row = 0; row < length; row++) filled[row] = before[order[row] as number] as number;
      return filled;
    };
    return {
      length,
      offset: place(this.#offset),
      stored: place(this.#stored),
      size: place(this.#size),
      steps: place(this.#steps),
      checksum: place(this.#checksum),
      checksumLow: place(this.#low),
      checksumHigh: place(this.#high),
      prefixes: order === undefined ? this.#prefixes : orderPrefixes(this.#prefixes, order),
      stepLists: this.#lists.values,
      checksumKinds: this.#kinds.values,
      special: order === undefined ? this.#special : orderSpecial(this.#special, order),
    };
  }

  /** The number of a kind; the last one mostly fits, and then nothing is made. */
  #kindOf(algorithm: string, over: ChecksumKind['over'], isWide: boolean, prefixLength: number): number {
    const last = this.#lastKind;
    if (
      last !== undefined &&
      last.algorithm === algorithm &&
      last.over === over &&
      last.isWide === isWide &&
      last.prefixLength === prefixLength
    )
      return this.#lastKindNumber;
    this.#lastKind = { algorithm, over, isWide, prefixLength };
    this.#lastKindNumber = this.#kinds.add(this.#lastKind);
    return this.#lastKindNumber;
  }

  #addChecksum(row: number, { algorithm, over, prefix, value }: Checksum): void {
    const isWide = typeof value === 'bigint';
    const prefixLength = prefix?.length ?? 0;
    this.#checksum[row] = this.#kindOf(algorithm, over, isWide, prefixLength);
    this.#low[row] = Number(isWide ? value & 0xffffffffn : value);
    if (isWide) this.#high[row] = Number(value >> 32n);
    if (prefix === undefined || prefixLength === 0) return;
    if (this.#prefixes.length === 0)
      this.#prefixes = new Uint8Array(new SharedArrayBuffer(this.#capacity * longestPrefix));
    this.#prefixes.set(prefix, row * longestPrefix);
  }
}

function orderPrefixes(prefixes: Uint8Array<SharedArrayBuffer>, order: Uint32Array): typeof prefixes {
  if (prefixes.length === 0) return prefixes;
  const ordered = new Uint8Array(new SharedArrayBuffer(order.length * longestPrefix));
  order.forEach((from, row) => {
    const at = from * longestPrefix;
    ordered.set(prefixes.subarray(at, at + longestPrefix), row * longestPrefix);
  });
  return ordered;
}

function orderSpecial(
  special: ReadonlyMap<number, PortableRow>,
  order: Uint32Array,
): ReadonlyMap<number, PortableRow> {
  const ordered = new Map<number, PortableRow>();
  if (special.size === 0) return ordered;
  order.forEach((from, row) => {
    const found = special.get(from);
    if (found !== undefined) ordered.set(row, found);
  });
  return ordered;
}

function firstStored({ extents }: PortableRow): StoredExtent | undefined {
  for (let number = 0; number < extents.length; number++) {
    const extent = extents[number];
    if (extent !== undefined && !('bytes' in extent)) return extent;
  }
  return undefined;
}

function fitsColumns({ extents, body, checksum, size }: PortableRow, only: StoredExtent): boolean {
  if (extents.length !== 1 || body !== undefined) return false;
  // Whoever goes by the columns looks at nothing twice; what cannot be right is left to core, which says so.
  if (!isLength(only.offset) || !isLength(only.length)) return false;
  if (only.size !== undefined && !isLength(only.size)) return false;
  if (size !== undefined && size !== (only.size ?? (only.steps?.length ? undefined : only.length)))
    return false;
  if (checksum === undefined) return true;
  return isWord(checksum.value) && (checksum.prefix?.length ?? 0) <= longestPrefix;
}

function isLength(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Whether a checksum is a number of at most 64 bits. */
function isWord(value: Checksum['value']): boolean {
  if (typeof value === 'bigint') return value === BigInt.asUintN(64, value);
  return typeof value === 'number' && value === value >>> 0;
}
