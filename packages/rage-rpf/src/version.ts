import type { ByteOrder, CodecStep, IndexEntry } from '@packwright/core';
import type { FileRow, Row } from './row.ts';
import type { TableCipher } from './table-cipher.ts';

/** Header of a version with a directory tree, apart from how it is packed. */
export interface TreeHeader {
  /** Entries, root included. */
  readonly count: number;
  /** 0 and a few others: not encrypted. */
  readonly tag: number;
  /** Bytes between the entries and the end of the table, as declared. */
  readonly namesLength: number;
  /** Version 7: name offsets are in units of 2^shift. */
  readonly nameShift: number;
  /** Version 7: Xbox 360, so LZX takes the place of deflate. */
  readonly platformBit: boolean;
  /** Version 6: where the debug names lie, 0 for none. */
  readonly debugAt: number;
  /** Versions 2 to 5: a word that is 0 in all known archives. */
  readonly unknown0c: number;
}

/** What an archive adds to the row of a file. */
export interface FileFacts {
  readonly header: TreeHeader;
  /** Bytes of a name, where names are stored. */
  rawName(row: FileRow): Uint8Array | undefined;
  /** How the table is encrypted. */
  readonly cipher: TableCipher | undefined;
  /** How a file is encrypted that says it is. */
  readonly fileCipher: TableCipher | undefined;
}

/** A file's row in terms of the contract. */
export type FileDescription = Pick<
  IndexEntry,
  'extents' | 'size' | 'storedSize' | 'occupies' | 'body' | 'attributes'
>;

/** A resource as a file to be packed shows it. */
export interface PackedResource {
  readonly type: number;
  readonly flags1: number;
  readonly flags2: number;
  /** What the archive has in place of the file's first bytes, where that differs. */
  readonly header?: Uint8Array | undefined;
}

/** Numbers of the versions that have a directory tree and a known layout. */
export type TreeVersionNumber = 0 | 2 | 3 | 4 | 5 | 6 | 7;

/** A version with a directory tree, in one byte order: how rows and header are packed, and what they mean. */
export interface Version {
  readonly number: TreeVersionNumber;
  readonly order: ByteOrder;
  /** Whether a row holds the offset of a name or its hash. */
  readonly names: 'text' | 'hash';
  /** Bytes of the header that are read; what is not there counts as zero. */
  readonly headerLength: number;
  /** Where the entries begin. */
  readonly tableAt: number;
  /** 32-bit words of an entry. */
  readonly words: number;
  /** Files begin at multiples of this, and so does what follows the last one. */
  readonly block: number;
  /** How writers call the root. */
  readonly rootName: string;
  /** The first offset that a row cannot say. */
  readonly offsetLimit: number;
  /** The largest size of a compressed file on disk that a row can say. */
  readonly mostCompressed: number;
  /** The largest size of a file that a row can say. */
  readonly mostSize: number;
  /** The most entries that rows can number. */
  readonly mostEntries: number;

  readHeader(bytes: Uint8Array): TreeHeader;
  writeHeader(header: TreeHeader): Uint8Array;
  /** Name field of row `entry`, without making an object. */
  nameOf(words: Uint32Array, entry: number): number;
  /** Whether row `entry` is a directory, without making an object. */
  isDirectory(words: Uint32Array, entry: number): boolean;
  readRow(words: Uint32Array, entry: number): Row;
  writeRow(row: Row, words: Uint32Array, entry: number): void;
  describe(row: FileRow, facts: FileFacts): FileDescription;

  /** Bytes of the table that the header counts: entries and names, padded as this version wants it. */
  paddedNames(count: number, namesLength: number): number;
  /** Where files begin when the table ends at `tableEnd`. */
  dataStart(tableEnd: number): number;
  /** Alignment of a file. */
  alignment(size: number, isResource: boolean): number;
  /** The resource that a file is, going by its first bytes, or nothing for other files. */
  takeApart(head: Uint8Array, size: number): PackedResource | undefined;
}

/** Steps of raw deflate, as every version has it. */
export const deflateSteps: readonly CodecStep[] = [{ codec: 'deflate-raw' }];
