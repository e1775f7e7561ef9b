import type { Checksum, CodecStep, EntryTable, IndexEntry } from '@packwright/core';
import type { PortableRow } from './portable-row.ts';

/** A kind of checksum that many entries share; their values and prefixes are in columns. */
export interface ChecksumKind extends Pick<Checksum, 'algorithm' | 'over'> {
  readonly isWide: boolean;
  readonly prefixLength: number;
}

/** Bytes of a row in the column of prefixes. */
export const longestPrefix = 8;

/** Entries as columns in shared memory: any number of threads reads them, and nothing is copied. */
export interface EntryColumns {
  readonly length: number;
  readonly offset: Float64Array;
  readonly stored: Float64Array;
  /** -1 where only the data tells; without steps it is told. */
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
  /**
   * Entries that do not fit the columns, by row: several extents, literal bytes, a body, a digest, a long prefix,
   * or a number that cannot be right.
   */
  readonly special: ReadonlyMap<number, PortableRow>;
}

/** Columns as the table of an archive. */
export function columnTable(columns: EntryColumns): EntryTable {
  // A copy, because not everything takes views of shared memory.
  const prefixes = new Uint8Array(columns.prefixes);
  return { length: columns.length, at: (row) => columns.special.get(row) ?? rowOf(columns, row, prefixes) };
}

/** Whether an entry lies in one piece as it is, and nothing is known to check it by. */
export function isPlain(columns: EntryColumns, row: number): boolean {
  if (columns.steps[row] !== -1 || columns.checksum[row] !== -1) return false;
  return columns.size[row] === columns.stored[row] && !(columns.special.size > 0 && columns.special.has(row));
}

/** Whether there is something to check an entry by. */
export function hasChecksum(columns: EntryColumns, row: number): boolean {
  return columns.checksum[row] !== -1 || columns.special.get(row)?.checksum !== undefined;
}

function rowOf(columns: EntryColumns, row: number, prefixes: Uint8Array): IndexEntry {
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
    checksum: checksumOf(columns, row, prefixes),
  };
}

function checksumOf(columns: EntryColumns, row: number, prefixes: Uint8Array): Checksum | undefined {
  const kind = columns.checksumKinds[columns.checksum[row] ?? -1];
  if (kind === undefined) return undefined;
  const { algorithm, over, isWide, prefixLength } = kind;
  const low = columns.checksumLow[row] ?? 0;
  const value = isWide ? (BigInt(columns.checksumHigh[row] ?? 0) << 32n) | BigInt(low) : low;
  const at = row * longestPrefix;
  const prefix = prefixLength === 0 ? undefined : prefixes.subarray(at, at + prefixLength);
  return { algorithm, over, prefix, value };
}
