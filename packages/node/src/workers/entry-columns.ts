import type { Checksum, CodecStep, EntryTable, IndexEntry, StoredExtent } from '@packwright/core';
import { copyRow, type PortableRow } from './portable-row.ts';

/** A kind of checksum that many entries share; their values and prefixes are in columns. */
interface ChecksumKind extends Pick<Checksum, 'algorithm' | 'over'> {
  readonly isWide: boolean;
  readonly prefixLength: number;
}

/** Bytes of a row in the column of prefixes. */
const longestPrefix = 8;

/** Entries as columns in shared memory: any number of threads reads them, and nothing is copied. */
export interface EntryColumns {
  readonly length: number;
  readonly offset: Float64Array;
  readonly stored: Float64Array;
  /** -1 where only the data tells. */
  readonly size: Float64Array;
  /** Place in `stepLists`; -1 for none. */
  readonly steps: Int32Array;
  /** Place in `checksumKinds`; -1 for none. */
  readonly checksum: Int32Array;
  readonly checksumLow: Uint32Array;
  readonly checksumHigh: Uint32Array;
  /** What is hashed before the data, eight bytes for each row; empty where no row has any. */
  readonly prefixes: Uint8Array;
  readonly stepLists: readonly (readonly CodecStep[])[];
  readonly checksumKinds: readonly ChecksumKind[];
  /** Entries that do not fit the columns, by row: several extents, literal bytes, a body, a digest, a long prefix. */
  readonly special: ReadonlyMap<number, PortableRow>;
}

/** Puts rows into columns. */
export function toColumns(rows: readonly PortableRow[]): EntryColumns {
  const { length } = rows;
  const lists = new Interner<readonly CodecStep[]>();
  const kinds = new Interner<ChecksumKind>();
  const special = new Map<number, PortableRow>();
  const columns = {
    length,
    offset: new Float64Array(new SharedArrayBuffer(length * 8)),
    stored: new Float64Array(new SharedArrayBuffer(length * 8)),
    size: new Float64Array(new SharedArrayBuffer(length * 8)),
    steps: new Int32Array(new SharedArrayBuffer(length * 4)).fill(-1),
    checksum: new Int32Array(new SharedArrayBuffer(length * 4)).fill(-1),
    checksumLow: new Uint32Array(new SharedArrayBuffer(length * 4)),
    checksumHigh: new Uint32Array(new SharedArrayBuffer(length * 4)),
    prefixes: new Uint8Array(new SharedArrayBuffer(rows.some(hasPrefix) ? length * longestPrefix : 0)),
    stepLists: lists.values,
    checksumKinds: kinds.values,
    special,
  };
  for (let number = 0; number < length; number++) {
    const row = rows[number];
    const extent = row && firstStored(row);
    columns.offset[number] = extent?.offset ?? 0;
    columns.stored[number] = extent?.length ?? 0;
    columns.size[number] = extent?.size ?? -1;
    if (row === undefined) continue;
    if (extent === undefined || !fitsColumns(row, extent)) special.set(number, copyRow(row));
    else {
      if (extent.steps?.length) columns.steps[number] = lists.add(extent.steps);
      if (row.checksum !== undefined) addChecksum(columns, number, row.checksum, kinds);
    }
  }
  return columns;
}

function addChecksum(
  columns: EntryColumns,
  row: number,
  { algorithm, over, prefix, value }: Checksum,
  kinds: Interner<ChecksumKind>,
): void {
  const isWide = typeof value === 'bigint';
  columns.checksum[row] = kinds.add({ algorithm, over, isWide, prefixLength: prefix?.length ?? 0 });
  if (prefix !== undefined) columns.prefixes.set(prefix, row * longestPrefix);
  columns.checksumLow[row] = Number(isWide ? value & 0xffffffffn : value);
  if (isWide) columns.checksumHigh[row] = Number(value >> 32n);
}

/** Columns as the table of an archive. */
export function columnTable(columns: EntryColumns): EntryTable {
  return { length: columns.length, at: (row) => columns.special.get(row) ?? rowOf(columns, row) };
}

/** Whether an entry lies in one piece as it is, and nothing is known to check it by. */
export function isPlain(columns: EntryColumns, row: number): boolean {
  if (columns.steps[row] !== -1 || columns.checksum[row] !== -1) return false;
  const size = columns.size[row] ?? -1;
  return (
    (size < 0 || size === columns.stored[row]) && !(columns.special.size > 0 && columns.special.has(row))
  );
}

function rowOf(columns: EntryColumns, row: number): IndexEntry {
  const size = columns.size[row] ?? -1;
  return {
    extents: [
      {
        offset: columns.offset[row] ?? 0,
        length: columns.stored[row] ?? 0,
        size: size < 0 ? undefined : size,
        steps: columns.stepLists[columns.steps[row] ?? -1],
      },
    ],
    checksum: checksumOf(columns, row),
  };
}

function checksumOf(columns: EntryColumns, row: number): Checksum | undefined {
  const kind = columns.checksumKinds[columns.checksum[row] ?? -1];
  if (kind === undefined) return undefined;
  const { algorithm, over, isWide, prefixLength } = kind;
  const low = columns.checksumLow[row] ?? 0;
  const value = isWide ? (BigInt(columns.checksumHigh[row] ?? 0) << 32n) | BigInt(low) : low;
  const at = row * longestPrefix;
  // A copy, because not everything takes views of shared memory.
  const prefix = prefixLength === 0 ? undefined : columns.prefixes.slice(at, at + prefixLength);
  return { algorithm, over, prefix, value };
}

function firstStored(row: PortableRow): StoredExtent | undefined {
  for (const extent of row.extents) if (!('bytes' in extent)) return extent;
  return undefined;
}

function fitsColumns({ extents, body, checksum, size }: PortableRow, only: StoredExtent): boolean {
  if (extents.length !== 1 || body !== undefined) return false;
  if (size !== undefined && size !== (only.size ?? (only.steps?.length ? undefined : only.length)))
    return false;
  if (checksum === undefined) return true;
  return !(checksum.value instanceof Uint8Array) && (checksum.prefix?.length ?? 0) <= longestPrefix;
}

function hasPrefix({ checksum }: PortableRow): boolean {
  return (checksum?.prefix?.length ?? 0) > 0;
}

/** Gives equal values one number. */
class Interner<T extends object> {
  readonly values: T[] = [];
  readonly #byContent = new Map<string, number>();
  #last = -1;

  add(value: T): number {
    // Neighbours are mostly alike, and comparing is far quicker than making a text.
    const last = this.values[this.#last];
    if (last !== undefined && isAlike(last, value)) return this.#last;
    // A key of a step may be given as bytes.
    const content = JSON.stringify(value, (_, member) =>
      member instanceof Uint8Array ? `bytes ${Buffer.from(member).toString('hex')}` : member,
    );
    this.#last = this.#byContent.get(content) ?? this.values.push(value) - 1;
    this.#byContent.set(content, this.#last);
    return this.#last;
  }
}

/** Whether two values are the same, or have the same members; a false answer may be wrong. */
function isAlike(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (depth > 1 || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  const members = Object.entries(one);
  if (members.length !== Object.keys(other).length) return false;
  return members.every(([name, value]) =>
    isAlike(value, (other as Record<string, unknown>)[name], depth + 1),
  );
}
