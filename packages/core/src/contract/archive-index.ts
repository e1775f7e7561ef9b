import type { Checksum } from './checksum.ts';
import type { CodecStep } from './codec.ts';
import type { Attributes } from './json.ts';
import type { NameHash } from './name-hash.ts';

/** What a format's `open` gives: which bytes hold which entry. Core does all the reading. */
export interface ArchiveIndex {
  readonly variant: string;
  readonly entries: EntryTable;
  /** Header, tables, names: what of the file is neither an entry nor a gap. */
  readonly structure: readonly Structure[];
  /** May an edit use unreferenced bytes? Default `foreign`: another format may live there. */
  readonly gaps?: 'free' | 'foreign';
  /** Solid blocks that several entries share. */
  readonly regions?: readonly Region[];
  /** Sibling files that hold data: volume 1, 2, … (volume 0 is the archive). */
  readonly volumes?: readonly string[];
  /** How this archive hashes names, where that differs from the plugin's usual way. */
  readonly names?: NameHash;
  /** Entries whose content is a list of names. */
  readonly nameLists?: readonly number[];
  /** Options with which `write` makes an archive of this style. */
  readonly writeOptions?: Attributes;
  readonly attributes?: Attributes;
}

/** A named range of the archive that is not an entry. */
export interface Structure {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

/** Rows over raw bytes: entry objects are made on demand, so a million rows cost no heap. */
export interface EntryTable {
  readonly length: number;
  at(index: number): IndexEntry;
  /** Low and high halves of the name hash, without making an entry object. */
  hashLow?(index: number): number;
  hashHigh?(index: number): number;
  /**
   * Fills `into` with both halves, low before high, of the rows from `first` on: for whoever goes through them all.
   * Only where the hash is all that a row says of its name: no path, extension or parent beside it.
   */
  hashesInto?(first: number, into: Uint32Array): void;
}

/** One row: where the bytes of a file are and how they become the file. */
export interface IndexEntry {
  readonly kind?: 'file' | 'directory';
  /** Path with `/`, relative to `parent` where there is one. Absent where the archive stores a hash. */
  readonly path?: string | undefined;
  /** Hash of the path, or of the last part when the format hashes each part. */
  readonly hash?: bigint | undefined;
  /** Extension known from the table although the name is not, without a dot. */
  readonly extension?: string | undefined;
  /** Number of the directory entry that this one lies in. */
  readonly parent?: number | undefined;
  /** Bytes of the exported file; absent when only the data tells. */
  readonly size?: number | undefined;
  /** Bytes occupied in the archive; default: the sum of the stored extents. */
  readonly storedSize?: number | undefined;
  /** What the entry occupies, where that is more than its extents: a header on disk that is rebuilt from the table. */
  readonly occupies?: { readonly offset: number; readonly length: number } | undefined;
  /** The file as exported, in order. */
  readonly extents: readonly Extent[];
  /** The content decoded to the end, where the exported file is not: for verify, grep and diff. */
  readonly body?: readonly Extent[] | undefined;
  readonly checksum?: Checksum | undefined;
  readonly attributes?: Attributes | undefined;
}

/** A stretch of a file: bytes in the archive, or literal ones, such as a header rebuilt from the table. */
export type Extent = StoredExtent | LiteralExtent;

/** Bytes that the table implies although no such bytes lie in the archive. */
export interface LiteralExtent {
  readonly bytes: Uint8Array;
}

/** A byte range and the steps that decode it, first step first. */
export interface StoredExtent {
  /** In the volume; with `region`, in the decoded region. */
  readonly offset: number;
  /** Before the steps. */
  readonly length: number;
  /** After the steps; absent when only the data tells. Equal to `length` without steps. */
  readonly size?: number | undefined;
  readonly steps?: readonly CodecStep[] | undefined;
  /** Number of the region this range lies in. */
  readonly region?: number | undefined;
  /** 0 or absent: the archive itself. */
  readonly volume?: number | undefined;
}

/** A solid block: one stream that holds several entries. */
export interface Region extends StoredExtent {
  readonly size: number;
  /** Pairs (stored, decoded), relative to the region, at which decoding may resume given 32 KiB of history. */
  readonly restarts?: Float64Array;
}
