import { type Awaitable, type ByteSource, type Checksum, type Entry, sourceChunks } from '@packwright/core';

/** What is written for an entry: its file, or the bytes as they lie. */
export interface EntryContent {
  /** Whether it is too large to be held. */
  readonly isLarge: boolean;
  readonly checksum: Checksum | undefined;
  /** Bytes it will have; reads a little where the table does not tell. */
  size(): Awaitable<number>;
  /** All of it; used up before anything else is read. */
  whole(): Awaitable<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

/** The file of an entry. */
export class DecodedContent implements EntryContent {
  readonly #entry: Entry;
  readonly #largeFrom: number;
  readonly #options: { readonly signal?: AbortSignal | undefined };

  /** More bytes than `largeFrom`, stored or decoded, make it large. */
  constructor(entry: Entry, largeFrom: number, options: { readonly signal?: AbortSignal | undefined }) {
    this.#entry = entry;
    this.#largeFrom = largeFrom;
    this.#options = options;
  }

  get isLarge(): boolean {
    return (this.#entry.size ?? 0) > this.#largeFrom || this.#entry.storedSize > this.#largeFrom;
  }

  get checksum(): Checksum | undefined {
    return this.#entry.row.checksum;
  }

  size(): Awaitable<number> {
    return this.#entry.size ?? this.#entry.measure();
  }

  whole(): Awaitable<Uint8Array> {
    return this.#entry.bytesNow({ signal: this.#options.signal, pooled: true });
  }

  chunks(): AsyncIterable<Uint8Array> {
    return this.#entry.chunks(this.#options);
  }
}

/** The bytes of an entry as they lie in the archive. */
export class StoredContent implements EntryContent {
  readonly isLarge: boolean;
  readonly checksum: undefined;
  readonly #source: ByteSource;
  readonly #options: { readonly signal?: AbortSignal | undefined };

  /** More bytes than `largeFrom` make it large. */
  constructor(entry: Entry, largeFrom: number, options: { readonly signal?: AbortSignal | undefined }) {
    this.#source = entry.stored();
    this.#options = options;
    this.isLarge = this.#source.size > largeFrom;
  }

  size(): number {
    return this.#source.size;
  }

  whole(): Awaitable<Uint8Array> {
    return this.#source.read(0, this.#source.size, this.#options);
  }

  chunks(): AsyncIterable<Uint8Array> {
    return sourceChunks(this.#source, 0, this.#source.size, this.#options.signal);
  }
}
