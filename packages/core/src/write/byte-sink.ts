import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';

/** Where an archive is written to: a file, memory, a plan. Positions may come in any order. */
export interface ByteSink {
  /** Takes bytes; the buffer may be reused as soon as this is done. */
  write(offset: number, bytes: Uint8Array): Awaitable<void>;
  /** Takes a range of a source by reference instead of by value, for sinks that only plan or copy by themselves. */
  writeFrom?(offset: number, source: ByteSource, from: number, length: number): Awaitable<void>;
  /** Waits until all that was taken by reference is there; asked for once, behind the last byte. */
  settle?(): Awaitable<void>;
}
