import { createInflate, createInflateRaw } from 'node:zlib';
import type { DeflateFormat } from '@packwright/core';

/** What Node's own synchronous functions call underneath: no documented part of Node, so it is looked at before use. */
interface Binding {
  onerror: (message: string) => void;
  reset(): void;
  close(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    inputStart: number,
    inputLength: number,
    output: Uint8Array,
    outputStart: number,
    outputLength: number,
  ): void;
}

/**
 * An inflater of Node's zlib without the stream around it. Node's functions make a stream object for each call, which
 * costs as much as inflating ten kilobytes does, and they cannot go on synchronously where they stopped; this one is
 * used again and again.
 */
export class InflateHandle {
  /** Why the last write failed, once one did. */
  failure: string | undefined;
  readonly #binding: Binding;
  /** What the last write that did not fail left over, see below. */
  readonly #left: Uint32Array;

  private constructor(binding: Binding, left: Uint32Array) {
    this.#binding = binding;
    this.#left = left;
    binding.onerror = (message) => {
      this.failure = message;
    };
  }

  /** Opens one, or gives nothing where this Node has another inside. */
  static open(format: DeflateFormat, history?: Uint8Array | undefined): InflateHandle | undefined {
    // The stream makes its own output buffer; it is never used, so it is as small as can be.
    const options = { chunkSize: 64, ...(history === undefined ? {} : { dictionary: history }) };
    const stream: object = format === 'raw' ? createInflateRaw(options) : createInflate(options);
    const { _handle: binding, _writeState: left } = stream as { _handle?: unknown; _writeState?: unknown };
    return isBinding(binding) && left instanceof Uint32Array ? new InflateHandle(binding, left) : undefined;
  }

  /** Bytes of room that the last write left over; of a write that failed nothing is known. */
  get outputLeft(): number {
    return this.#left[0] ?? 0;
  }

  /** Bytes of input that it left over. */
  get inputLeft(): number {
    return this.#left[1] ?? 0;
  }

  /** Inflates as much as fits `output[start, end)`. */
  write(flush: number, input: Uint8Array, output: Uint8Array, start: number, end: number): void {
    this.#binding.writeSync(flush, input, 0, input.length, output, start, end - start);
  }

  /** Starts over, with the same history. */
  reset(): void {
    this.failure = undefined;
    this.#binding.reset();
  }

  /** Gives its memory back at once. */
  close(): void {
    this.#binding.close();
  }
}

function isBinding(value: unknown): value is Binding {
  if (typeof value !== 'object' || value === null) return false;
  const { reset, close, writeSync } = value as Partial<Binding>;
  return typeof reset === 'function' && typeof close === 'function' && typeof writeSync === 'function';
}
