import type { Awaitable, Keys } from '@packwright/core';

/** What an archive must turn out to hold: one row for each entry, in the order of the table. */
export interface ExpectedEntry {
  readonly path: string;
  /** The file; text stands for its UTF-8 bytes. Absent: not compared. */
  readonly content?: Uint8Array | string | undefined;
  /** Default `file`. */
  readonly kind?: 'file' | 'directory' | undefined;
  /** Bytes of the file; default: those of `content`. */
  readonly size?: number | undefined;
}

/** A small sound archive, built by code, and what is in it. */
export interface FormatFixture {
  /** The fact that it shows, such as `two empty directories`. */
  readonly name: string;
  readonly bytes: Uint8Array | (() => Awaitable<Uint8Array>);
  /** All entries, in the order of the table. */
  readonly entries: readonly ExpectedEntry[];
  /** File name of the archive; default: `fixture` and the first extension of the format. */
  readonly fileName?: string | undefined;
  /** The variant that must be found; absent: not compared. */
  readonly variant?: string | undefined;
  /** Reading options. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** A `Map` from key id to bytes will do. */
  readonly keys?: Keys | undefined;
  /** Names for archives that store hashes. */
  readonly names?: readonly string[] | undefined;
  /** Files beside the archive, by name. */
  readonly siblings?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Only the named options find this one: detection must not be sure of it. */
  readonly undetectable?: boolean | undefined;
  /** Findings of severity `error` that lenient opening must report; with any, the strict mode must refuse. */
  readonly errors?: readonly string[] | undefined;
  /** Whether open → write gives the same bytes; else why not. Default `identical`. */
  readonly roundTrip?: 'identical' | { readonly reason: string } | undefined;
  /** Options for writing the same content anew; default: those that the index proposes. */
  readonly writeOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Why the writer cannot make an archive of this content. */
  readonly unwritable?: string | undefined;
  /** Bytes other than zero that are neither structure nor an entry: somebody else's. Default 0. */
  readonly foreignBytes?: number | undefined;
  /** Structure and entries share bytes, and that is right. */
  readonly overlaps?: boolean | undefined;
}
