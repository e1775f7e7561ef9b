import type { ArchiveIndex, StoredExtent } from './archive-index.ts';
import type { Awaitable } from './awaitable.ts';
import type { ByteSource } from './byte-source.ts';
import type { Checksum } from './checksum.ts';
import type { CodecStep } from './codec.ts';
import type { Finding } from './finding.ts';
import type { Attributes } from './json.ts';
import type { Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { OptionSchema, OptionValues } from './option-schema.ts';

/** A file or directory to be written. */
export interface WriteEntry {
  readonly kind?: 'file' | 'directory';
  /** Full path with `/`. A name of the form `0x` and 8 or 16 hex digits stands for a hash. */
  readonly path: string;
  /** Name hash, where the name is not known or must be kept. */
  readonly hash?: bigint | undefined;
  /** Absent for directories. */
  readonly content?: ByteSource | undefined;
  readonly attributes?: Attributes | undefined;
}

/** A wish of an edit, against entry numbers of the open index. */
export type Change =
  | { readonly kind: 'replace'; readonly entry: number; readonly path: string; readonly content: ByteSource }
  | { readonly kind: 'add'; readonly path: string; readonly content: ByteSource; readonly directory?: false }
  | { readonly kind: 'add'; readonly path: string; readonly directory: true; readonly content?: undefined }
  | { readonly kind: 'remove'; readonly entry: number; readonly path: string }
  | { readonly kind: 'rename'; readonly entry: number; readonly from: string; readonly path: string };

/** How a format is written; absent ability = absent member, never a stub that throws. */
export interface FormatWriter<W extends OptionSchema = OptionSchema> {
  readonly options: W;
  /** Everything that must be refused (`error`) or mentioned before a byte is written. */
  check(entries: readonly WriteEntry[], options: OptionValues<W>): readonly Finding[];
  write(entries: readonly WriteEntry[], context: WriteContext<W>): AsyncIterable<WritePart>;
  /** Changes an archive in place, or says in `rewrite` why its layout forbids that. */
  update?(
    index: ArchiveIndex,
    changes: readonly Change[],
    context: UpdateContext<W>,
  ): Awaitable<AsyncIterable<WritePart> | { readonly rewrite: string }>;
  /** Further changes that must go along, such as records that repeat an entry's size. */
  companions?(
    index: ArchiveIndex,
    changes: readonly Change[],
    context: UpdateContext<W>,
  ): Promise<readonly Change[]>;
}

/**
 * Bytes to be placed. In `write` a part without `at` goes to the end; in `update` it goes where core finds room:
 * the old place of a replaced entry, a free gap, or the end. Parts are applied as yielded.
 */
export interface WritePart {
  readonly at?: number;
  /** Position is rounded up to a multiple of this; the bytes before are zeros. */
  readonly align?: number;
  /** In `update`: only the end of the file will do. */
  readonly end?: boolean;
  readonly pieces: readonly Piece[];
  /** Decoding order, as in the index; core encodes in reverse. */
  readonly steps?: readonly CodecStep[];
  /** Store plain unless encoded bytes < onlyBelow × plain bytes. */
  readonly onlyBelow?: number;
  /** Parts with the same number share one encoder, which is flushed after each and never finished. */
  readonly stream?: number;
  readonly checksum?: Omit<Checksum, 'value'>;
}

/** Content of a part. `entry` counts in `entries` of `write`, in `changes` of `update`. */
export type Piece =
  | { readonly entry: number; readonly offset?: number; readonly length?: number }
  | { readonly bytes: Uint8Array }
  | { readonly zeros: number }
  | { readonly copy: StoredExtent };

/** Where the parts went: one row per part, in the order they were yielded. */
export interface Placed {
  readonly length: number;
  at(part: number): number;
  /** Bytes written. */
  size(part: number): number;
  /** Bytes before the steps. */
  plainSize(part: number): number;
  /** Whether the steps were applied; false when `onlyBelow` chose to store. */
  encoded(part: number): boolean;
  checksum(part: number): number | bigint | Uint8Array | undefined;
  /** End of the file so far. */
  readonly end: number;
}

/** What a writer is given. */
export interface WriteContext<W extends OptionSchema = OptionSchema> {
  readonly options: OptionValues<W>;
  readonly keys: Keys;
  readonly limits: Limits;
  /** File name of the archive to be, where there is one. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  report(finding: Finding): void;
  /** Waits until every part yielded so far has its place. */
  placed(): Promise<Placed>;
}

/** What an update is given besides: the archive as it is. */
export interface UpdateContext<W extends OptionSchema = OptionSchema> extends WriteContext<W> {
  /** The archive's raw bytes. */
  readonly source: ByteSource;
  /** The decoded content of an entry. */
  content(entry: number): Promise<ByteSource>;
  /** The full path of an entry, as users see it. */
  path(entry: number): string;
}
