import type { Awaitable } from './contract/awaitable.ts';

/** Whether deflated data stands alone or in a zlib wrapper (two bytes before, Adler-32 after). */
export type DeflateFormat = 'raw' | 'zlib';

/** What a one-shot inflate must keep to. */
export interface InflateRequest {
  readonly format: DeflateFormat;
  /** The size of the output where it is known: the buffer to make. */
  readonly size: number | undefined;
  /** Most bytes of output; a stream that gives more must make the function throw. */
  readonly limit: number;
  /** Whether a stream that simply stops is accepted: zlib's `Z_SYNC_FLUSH` instead of `Z_FINISH`. */
  readonly unfinished: boolean;
  /** Up to 32 KiB of decoded bytes that lie before the first one; only with `raw`. */
  readonly history?: Uint8Array | undefined;
  /** The result is used up at once, and may be a view into a pool that others share. */
  readonly pooled?: boolean | undefined;
}

/** Incremental inflating. What follows the end of the stream is ignored. */
export interface Inflater {
  /** Whether the end of the stream has been seen. */
  readonly ended: boolean;
  /**
   * Gives the output for the input in chunks of at most 256 KiB, which may be made while they are read; may stop for
   * good once it has given `limit` bytes or more.
   */
  push(input: Uint8Array, limit: number): Awaitable<Iterable<Uint8Array>>;
  /** Says that no more input comes, for platforms that see the end of a stream only then. Never throws. */
  finish?(): Awaitable<void>;
}

/** Incremental deflating. */
export interface Deflater {
  /** Gives what output there is; `sync` gives all of it and goes on, `finish` ends the stream. */
  push(input: Uint8Array, flush: 'none' | 'sync' | 'finish'): Awaitable<readonly Uint8Array[]>;
}

/** A digest that is fed piece by piece. */
export interface NativeHash {
  update(bytes: Uint8Array): void;
  digest(): Uint8Array;
}

/**
 * Faster ways that a platform has and a portable package cannot name. All are optional and synchronous unless they
 * say otherwise, none may keep or change what it is given, and all give plain `Uint8Array`s that own their bytes
 * (no views into a shared pool, unless they are asked for).
 */
export interface Natives {
  /**
   * Inflates a whole stream. May throw anything, for any reason: core then decodes with its own inflate, which gives
   * the bytes or the right `ArchiveError`.
   */
  inflate?(input: Uint8Array, request: InflateRequest): Uint8Array;
  /**
   * Whatever is thrown counts as damage of the stream: core decodes it again with its own inflater, so that bytes which
   * the failing call did not give are not lost. May give nothing: core's own inflater is taken then. With `transient`, a chunk is used up before the next one is asked for, and its memory may be used again.
   */
  inflater?(
    format: DeflateFormat,
    history: Uint8Array | undefined,
    transient?: boolean | undefined,
  ): Inflater | undefined;
  deflate?(input: Uint8Array, format: DeflateFormat, level: number): Uint8Array;
  deflater?(format: DeflateFormat, level: number): Deflater;
  /** Latin-1 text of a range. */
  latin1?(bytes: Uint8Array, start: number, end: number): string;
  /** Bytes of base64 text. */
  base64?(text: string): Uint8Array<ArrayBuffer>;
  /** CRC-32 of zlib; `previous` is the result for the bytes before, 0 at the start. */
  crc32?(bytes: Uint8Array, previous: number): number;
  /** AES in ECB mode, `passes` times over each block, without padding; the length is a multiple of 16. */
  aesEcb?(direction: 'encrypt' | 'decrypt', key: Uint8Array, bytes: Uint8Array, passes: number): Uint8Array;
  hash?(algorithm: 'sha1' | 'sha256'): NativeHash;
}

/**
 * Where natives are kept: in the realm, not in this module. A thread or a plugin may have a copy of core of its own, and
 * shall be as fast.
 */
const place: unique symbol = Symbol.for('packwright/natives/1');
const realm = globalThis as { [place]?: Natives };

/**
 * Adds a platform's ways to those installed so far; a later one of the same name wins. Gives a function that brings
 * back what was there before.
 */
export function installNatives(natives: Natives): () => void {
  const before = realm[place] ?? {};
  realm[place] = { ...before, ...natives };
  return () => {
    realm[place] = before;
  };
}

/** What the platform has installed. */
export function natives(): Natives {
  return realm[place] ?? none;
}

const none: Natives = {};
