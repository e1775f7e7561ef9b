import type { Limits } from '@packwright/core';
import type { EntryColumns } from './entry-columns.ts';
import type { SharedState } from './shared-state.ts';
import type { SourceLocation } from './source-location.ts';

/** Entries to be read by several threads, as plain data. */
export interface EntryJob {
  readonly columns: EntryColumns;
  /** End of each batch, as a row. */
  readonly batches: Uint32Array;
  readonly state: SharedState['buffers'];
  readonly location: SourceLocation;
  readonly format: string;
  readonly strict: boolean;
  readonly limits: Limits;
  /** Module of the plugin, where its codecs are needed. */
  readonly moduleUrl: string | undefined;
  /** Entries with more stored or decoded bytes are read in pieces. */
  readonly largeFrom: number;
  /** Bytes that a thread reads ahead at once. */
  readonly windowLength: number;
}

/** An entry that could not be read or written, as plain data. */
export interface RowFailure {
  readonly row: number;
  readonly error: PlainError;
}

/** An `ArchiveError` on its way between threads. */
export interface PlainError {
  readonly code: string;
  readonly message: string;
  readonly offset?: number | undefined;
  readonly help?: string | undefined;
}
