import { constants } from 'node:zlib';
import type { DeflateFormat, Inflater } from '@packwright/core';
import { InflateHandle } from './zlib-handle.ts';

const outputLength = 262144;
const nothing = new Uint8Array(0);

/** Incremental inflating with Node's zlib, in the calling thread. */
export class NodeInflater implements Inflater {
  ended = false;
  readonly #handle: InflateHandle;
  /** The one output buffer, where chunks are used up before the next is made. */
  readonly #buffer: Uint8Array | undefined;
  #isOver = false;

  private constructor(handle: InflateHandle, isTransient: boolean) {
    this.#handle = handle;
    this.#buffer = isTransient ? makeBuffer(outputLength) : undefined;
  }

  /** Opens one, or gives nothing where this Node has none that works in steps. */
  static open(
    format: DeflateFormat,
    history: Uint8Array | undefined,
    transient: boolean | undefined,
  ): NodeInflater | undefined {
    const handle = InflateHandle.open(format, history);
    return handle && new NodeInflater(handle, transient === true);
  }

  *push(input: Uint8Array, limit: number): Generator<Uint8Array, void, undefined> {
    let rest = input;
    let room = this.#buffer?.length ?? roomFor(input.length);
    for (let given = 0; !this.#isOver; room = outputLength) {
      const output = this.#buffer ?? makeBuffer(room);
      this.#handle.write(constants.Z_SYNC_FLUSH, rest, output, 0, room);
      const { failure, outputLeft, inputLeft } = this.#handle;
      if (failure !== undefined) {
        // The handle does not tell how much it gave before; the numbers are those of the write before this one.
        this.#close();
        throw new Error(failure);
      }
      const length = room - outputLeft;
      rest = rest.subarray(rest.length - inputLeft);
      given += length;
      // Input that is left while there is room for output follows the end of the stream.
      if (outputLeft > 0 && inputLeft > 0) this.ended = true;
      if (this.ended || given >= limit) this.#close();
      const isWasteful = this.#buffer === undefined && length * 2 < room;
      if (length > 0) yield isWasteful ? output.slice(0, length) : output.subarray(0, length);
      if (outputLeft > 0) return;
    }
  }

  finish(): void {
    if (this.#isOver) return;
    // Fails unless the end has been seen.
    this.#handle.write(constants.Z_FINISH, nothing, new Uint8Array(1), 0, 1);
    this.ended = this.#handle.failure === undefined;
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    this.#handle.close();
  }
}

function makeBuffer(length: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}

/** Room for what some input usually gives. */
function roomFor(input: number): number {
  return Math.min(outputLength, Math.max(4096, input * 4));
}
