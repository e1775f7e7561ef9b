import type { Awaitable } from './awaitable.ts';

/** How a format hashes names, for archives that store hashes. */
export interface NameHash {
  readonly bits: 32 | 64;
  /** Whether the hash covers the whole path or each part of it. */
  readonly covers: 'path' | 'part';
  /** Hashes `bytes[start, end)` into `into[0]` (low half) and `into[1]` (high half, 0 for 32 bits). */
  hash(bytes: Uint8Array, start: number, end: number, into: Uint32Array): void;
  /** Finds strings in a decoded entry that may be names of others; each is hashed before it is believed. */
  scrape?(content: Uint8Array, report: (name: string) => void): Awaitable<void>;
}
