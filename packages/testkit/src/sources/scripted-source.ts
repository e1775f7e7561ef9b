import { ArchiveError, type Awaitable, type ByteSource, chain, type ReadOptions } from '@packwright/core';

/** How a scripted source behaves. */
export interface ScriptedSourceOptions {
  readonly name?: string | undefined;
  /** Files beside it, which behave in the same way. */
  readonly siblings?: Readonly<Record<string, Uint8Array>> | undefined;
  /** Called before each read; a promise makes the read wait, a throw makes it fail. */
  readonly before?: ((read: ScriptedRead) => Awaitable<void>) | undefined;
  /** Offer `readInto`. Default: yes. */
  readonly readInto?: boolean | undefined;
  /** Give views instead of copies, so that whoever writes into them is found out. Default: no. */
  readonly shared?: boolean | undefined;
}

/** One read as the script sees it. */
export interface ScriptedRead {
  /** Counts from 0, over the source and its siblings. */
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  readonly signal: AbortSignal | undefined;
}

/** Bytes in memory that are read as a check wants them to be: slowly, counted, until an abort. */
export class ScriptedSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly readInto?: (offset: number, target: Uint8Array, options?: ReadOptions) => Awaitable<void>;
  readonly #bytes: Uint8Array;
  readonly #options: ScriptedSourceOptions;
  readonly #counter: { reads: number };

  constructor(
    bytes: Uint8Array,
    options: ScriptedSourceOptions = {},
    counter: { reads: number } = { reads: 0 },
  ) {
    this.#bytes = bytes;
    this.#options = options;
    this.#counter = counter;
    this.size = bytes.length;
    this.name = options.name;
    if (options.readInto !== false) {
      this.readInto = (offset, target, readOptions) => {
        return chain(this.read(offset, target.length, readOptions), (found) => target.set(found));
      };
    }
  }

  /** Reads so far, siblings included. */
  get reads(): number {
    return this.#counter.reads;
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    const signal = options?.signal;
    signal?.throwIfAborted();
    const number = this.#counter.reads++;
    const wait = this.#options.before?.({ number, offset, length, signal });
    if (!(wait instanceof Promise)) return this.#slice(offset, length);
    return wait.then(() => {
      signal?.throwIfAborted();
      return this.#slice(offset, length);
    });
  }

  async sibling(name: string): Promise<ByteSource | undefined> {
    const bytes = this.#options.siblings?.[name];
    return bytes === undefined
      ? undefined
      : new ScriptedSource(bytes, { ...this.#options, name }, this.#counter);
  }

  #slice(offset: number, length: number): Uint8Array {
    const isSound =
      Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (!isSound || offset > this.size - length) {
      throw new ArchiveError(
        'SOURCE_OUT_OF_RANGE',
        `Asked for ${length} bytes at offset ${offset}, but the source has ${this.size}.`,
        { offset },
      );
    }
    const end = offset + length;
    return this.#options.shared ? this.#bytes.subarray(offset, end) : this.#bytes.slice(offset, end);
  }
}
