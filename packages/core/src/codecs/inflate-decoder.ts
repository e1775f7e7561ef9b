import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { Transform } from '../contract/codec.ts';
import { toArchiveError } from '../errors/archive-error.ts';
import { type DeflateFormat, type Inflater, natives } from '../natives.ts';
import type { InflateStream } from './inflate-stream.ts';
import { loadPortable } from './load-portable.ts';
import { endsEarly, wrongSize } from './size-guard.ts';

/** How a stream that arrives in pieces shall be inflated. */
export interface DecoderOptions {
  readonly format: DeflateFormat;
  readonly size: number | undefined;
  readonly unfinished: boolean;
  readonly history?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether chunks are used up before more is asked for. */
  readonly transient?: boolean | undefined;
  /** Whether every byte before a break is wanted. A platform gives none of those that it found in the call that fails. */
  readonly exact?: boolean | undefined;
}

const chunkLength = 65536;

/** Inflates piece by piece, with the platform's inflater or the portable one. */
export function createInflateDecoder(options: DecoderOptions): Awaitable<Transform> {
  const { format, history, transient, exact } = options;
  const native = exact ? undefined : natives().inflater?.(format, history, transient);
  if (native !== undefined) return new NativeDecoder(options, native);
  return chain(
    loadPortable(),
    ({ InflateStream }) => new PortableDecoder(options, new InflateStream(format, history)),
  );
}

/** Counts what a stream gives and compares it with what was promised. */
class Tally {
  readonly #options: DecoderOptions;
  #stored = 0;
  #found = 0;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  /** Whether all is there that was asked for, and nothing after it matters. */
  get satisfied(): boolean {
    return this.#options.unfinished && this.#found === this.#options.size;
  }

  /** Bytes that may still come. */
  get open(): number {
    return (this.#options.size ?? Number.POSITIVE_INFINITY) - this.#found;
  }

  take(input: Uint8Array): void {
    this.#stored += input.length;
  }

  /** Lets output pass; what exceeds the size is an error, or cut where the stream need not end. */
  give(chunk: Uint8Array): Uint8Array {
    const { size, unfinished } = this.#options;
    if (size !== undefined && chunk.length > this.open) {
      if (!unfinished) throw wrongSize(`more than ${size}`, size);
      return this.give(chunk.subarray(0, this.open));
    }
    this.#found += chunk.length;
    return chunk;
  }

  finish(ended: boolean): void {
    const { size, unfinished } = this.#options;
    if (!ended && (!unfinished || this.#found < (size ?? 0)))
      throw endsEarly(this.#stored, this.#found, size);
    if (size !== undefined && this.#found < size) throw wrongSize(this.#found, size);
  }
}

class PortableDecoder implements Transform {
  readonly #signal: AbortSignal | undefined;
  readonly #tally: Tally;
  readonly #stream: InflateStream;

  constructor(options: DecoderOptions, stream: InflateStream) {
    this.#signal = options.signal;
    this.#tally = new Tally(options);
    this.#stream = stream;
  }

  *push(input: Uint8Array): Generator<Uint8Array, void, undefined> {
    const stream = this.#stream;
    const tally = this.#tally;
    tally.take(input);
    stream.feed(input);
    while (!tally.satisfied && !stream.ended) {
      this.#signal?.throwIfAborted();
      // One byte more than is open shows a stream that goes on too long.
      const chunk = new Uint8Array(Math.min(chunkLength, tally.open + 1));
      const given = stream.fill(chunk, 0, chunk.length);
      if (given > 0) yield tally.give(chunk.subarray(0, given));
      if (stream.failure !== undefined && !tally.satisfied) throw stream.failure;
      if (given < chunk.length) return;
    }
  }

  finish(): readonly Uint8Array[] {
    this.#tally.finish(this.#stream.ended);
    return [];
  }
}

class NativeDecoder implements Transform {
  readonly #signal: AbortSignal | undefined;
  readonly #tally: Tally;
  readonly #inflater: Inflater;

  constructor(options: DecoderOptions, inflater: Inflater) {
    this.#signal = options.signal;
    this.#tally = new Tally(options);
    this.#inflater = inflater;
  }

  push(input: Uint8Array): Awaitable<Iterable<Uint8Array>> {
    const tally = this.#tally;
    this.#signal?.throwIfAborted();
    tally.take(input);
    if (tally.satisfied || this.#inflater.ended) return [];
    const chunks = this.#start(input);
    if (!(chunks instanceof Promise)) return this.#pass(chunks);
    return chunks.then(
      (given) => this.#pass(given),
      (error: unknown) => this.#fail(error),
    );
  }

  async finish(): Promise<readonly Uint8Array[]> {
    this.#signal?.throwIfAborted();
    if (!this.#tally.satisfied) await this.#inflater.finish?.();
    this.#tally.finish(this.#inflater.ended || this.#tally.satisfied);
    return [];
  }

  #start(input: Uint8Array): Awaitable<Iterable<Uint8Array>> {
    try {
      return this.#inflater.push(input, this.#tally.open + 1);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Lets chunks pass as they are made. */
  *#pass(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    try {
      for (const chunk of chunks) {
        this.#signal?.throwIfAborted();
        const passed = this.#tally.give(chunk);
        if (passed.length > 0) yield passed;
        if (this.#tally.satisfied) return;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    throw toArchiveError(error, 'DAMAGED', 'Found a damaged deflate stream', this.#signal);
  }
}
