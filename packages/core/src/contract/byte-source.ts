import type { Awaitable } from './awaitable.ts';

/** What a read may be given besides its range. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Random access to bytes: a file, a Blob, an HTTP resource, memory, or an entry of another archive. */
export interface ByteSource {
  readonly size: number;
  /** File name without folders, where there is one. Never trusted, only shown and matched. */
  readonly name?: string | undefined;
  /**
   * Gives exactly `length` bytes, or throws `SOURCE_OUT_OF_RANGE`. The result is never written to
   * afterwards, by either side.
   */
  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array>;
  /** Fills the caller's buffer: the fast path, without an allocation. */
  readInto?(offset: number, target: Uint8Array, options?: ReadOptions): Awaitable<void>;
  /** Opens a file beside this one: a further volume, or data that lies apart. */
  sibling?(name: string): Promise<ByteSource | undefined>;
  close?(): Promise<void>;
}
