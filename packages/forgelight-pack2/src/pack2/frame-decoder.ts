import {
  ArchiveError,
  type Awaitable,
  type CodecContext,
  type CodecStep,
  chain,
  type Transform,
} from '@packwright/core';
import { adler32 } from './adler32.ts';
import { checkStreamEnd, expectFrame, zlibStep } from './frame.ts';
import { frameLength } from './layout.ts';

/** Bytes of a zlib stream's own checksum. */
const adlerLength = 4;

/** Decodes an asset piece by piece: the first eight bytes decide whether the rest is inflated or passed on. */
export class FrameDecoder implements Transform {
  readonly #step: CodecStep;
  readonly #context: CodecContext;
  /** Bytes kept until there are enough to decide. */
  #head: Uint8Array = new Uint8Array(0);
  #inner: Transform | undefined;
  #adler = 1;
  #end: Uint8Array = new Uint8Array(0);

  constructor(step: CodecStep, context: CodecContext) {
    this.#step = step;
    this.#context = context;
  }

  push(input: Uint8Array): Awaitable<Iterable<Uint8Array>> {
    if (this.#inner !== undefined) return this.#pass(this.#inner, input);
    this.#head = join(this.#head, input);
    return this.#head.length < frameLength ? [] : this.#begin();
  }

  finish(): Awaitable<Iterable<Uint8Array>> {
    if (this.#inner !== undefined) {
      return chain(this.#inner.finish(), (chunks) => this.#watch(chunks, true));
    }
    return chain(this.#begin(), (first) => chain(this.finish(), (rest) => [...first, ...rest]));
  }

  #begin(): Awaitable<Iterable<Uint8Array>> {
    const size = expectFrame(this.#head.subarray(0, frameLength), this.#step, this.#context);
    return chain(size === undefined ? passOn : this.#openZlib(size), (inner) => {
      this.#inner = inner;
      return this.#pass(inner, size === undefined ? this.#head : this.#head.subarray(frameLength));
    });
  }

  #openZlib(size: number): Awaitable<Transform> {
    const zlib = this.#context.codec('zlib');
    if (zlib.decoder !== undefined) return zlib.decoder(zlibStep(this.#step), size, this.#context);
    throw new ArchiveError('CODEC_MISSING', 'The codec "zlib" cannot decode in pieces.');
  }

  #pass(inner: Transform, input: Uint8Array): Awaitable<Iterable<Uint8Array>> {
    if (this.#context.strict) this.#end = join(this.#end, input.subarray(-adlerLength)).slice(-adlerLength);
    return chain(inner.push(input), (chunks) => this.#watch(chunks, false));
  }

  /** Under `strict` the content is summed up as it passes, to find out whether the stream ends where it must. */
  *#watch(chunks: Iterable<Uint8Array>, isLast: boolean): Generator<Uint8Array, void, undefined> {
    const isChecked = this.#context.strict && this.#inner !== passOn;
    for (const chunk of chunks) {
      if (isChecked) this.#adler = adler32(chunk, this.#adler);
      yield chunk;
    }
    if (isChecked && isLast) checkStreamEnd(this.#end, this.#adler);
  }
}

/** Gives every byte as it is. */
const passOn: Transform = { push: (input) => [input], finish: () => [] };

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
