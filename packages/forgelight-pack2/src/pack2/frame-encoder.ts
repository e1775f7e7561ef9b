import {
  ArchiveError,
  type Awaitable,
  type Codec,
  type CodecContext,
  type CodecStep,
  chain,
  type Transform,
} from '@packwright/core';
import { buildFrame, zlibStep } from './frame.ts';

/** Encodes an asset piece by piece, for which the step's `size` is needed: the frame that tells it comes first. */
export class FrameEncoder implements Transform {
  readonly #inner: Transform;
  readonly #size: number;
  #taken = 0;
  #frame: readonly Uint8Array[];

  private constructor(inner: Transform, size: number) {
    this.#inner = inner;
    this.#size = size;
    this.#frame = [buildFrame(size)];
  }

  /** An encoder for a step; without a size all input is held, and `codec` encodes it at the end. */
  static open(
    codec: Required<Pick<Codec, 'encode'>>,
    step: CodecStep,
    context: CodecContext,
  ): Awaitable<Transform> {
    const { size } = step;
    const zlib = context.codec('zlib');
    if (typeof size !== 'number' || step.raw === true || zlib.encoder === undefined) {
      return new HoldingEncoder((input) => codec.encode(input, step, context));
    }
    return chain(zlib.encoder(zlibStep(step), context), (inner) => new FrameEncoder(inner, size));
  }

  push(input: Uint8Array): Awaitable<Iterable<Uint8Array>> {
    this.#taken += input.length;
    return chain(this.#inner.push(input), (chunks) => this.#withFrame(chunks));
  }

  finish(): Awaitable<Iterable<Uint8Array>> {
    if (this.#taken !== this.#size) {
      throw new ArchiveError(
        'SOURCE_CHANGED',
        `Found ${this.#taken} bytes to compress, expected the ${this.#size} of which the frame tells.`,
      );
    }
    return chain(this.#inner.finish(), (chunks) => this.#withFrame(chunks));
  }

  *#withFrame(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    yield* this.#frame;
    this.#frame = [];
    yield* chunks;
  }
}

/** Takes everything before it gives anything. */
class HoldingEncoder implements Transform {
  readonly #encode: (input: Uint8Array) => Awaitable<Uint8Array>;
  readonly #held: Uint8Array[] = [];

  constructor(encode: (input: Uint8Array) => Awaitable<Uint8Array>) {
    this.#encode = encode;
  }

  push(input: Uint8Array): readonly Uint8Array[] {
    this.#held.push(input.slice());
    return [];
  }

  finish(): Awaitable<Iterable<Uint8Array>> {
    const joined = new Uint8Array(this.#held.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of this.#held) {
      joined.set(chunk, at);
      at += chunk.length;
    }
    return chain(this.#encode(joined), (encoded) => [encoded]);
  }
}
