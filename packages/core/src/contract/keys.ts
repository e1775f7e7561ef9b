import type { Awaitable } from './awaitable.ts';

/** Part of a key as it can be recognised in a user's own file: a window of bytes and its digest. */
export interface KeyPiece {
  readonly length: number;
  /** SHA-1 of the window, lower-case hex. */
  readonly sha1: string;
  /** Where the window goes in the assembled key; several places when pieces repeat. */
  readonly at: readonly number[];
}

/** A key that a format may need: how it is called and recognised, never its bytes. */
export interface KeyRequirement {
  /** `<plugin>/<name>`. */
  readonly id: string;
  readonly title: string;
  readonly length: number;
  /** How to find it in an executable; absent when no digest is known. */
  readonly pieces?: readonly KeyPiece[];
}

/** The keys that the user has given. */
export interface Keys {
  /** The bytes of a key, or nothing when the user has not given it. */
  get(id: string): Awaitable<Uint8Array | undefined>;
}
