import type { Awaitable } from './awaitable.ts';
import type { Finding } from './finding.ts';
import type { Json } from './json.ts';
import type { Keys } from './keys.ts';

/** One transformation between stored bytes and the file: plain data, so that it crosses a worker boundary. */
export interface CodecStep {
  readonly codec: string;
  /** Id of the key this step needs. */
  readonly key?: string | undefined;
  readonly [parameter: string]: Json | Uint8Array | undefined;
}

/** What a codec is given while it works. */
export interface CodecContext {
  readonly keys: Keys;
  readonly strict: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Most bytes that `decode` may give when it is not told the size; more is `LIMIT_EXCEEDED`. */
  readonly limit?: number | undefined;
  /** What a transform gives is used up before more is asked of it: it may use its buffers again. */
  readonly transient?: boolean | undefined;
  /**
   * What `decode` gives is used up, in the same turn, before anything else is decoded: it may lie in memory that is used
   * again then. Asked only of codecs that say they know it, see `Codec.pools`.
   */
  readonly pooled?: boolean | undefined;
  /**
   * The data is damaged: a transform gives every byte before the damage, and an error that says what it is, whatever
   * that costs.
   */
  readonly exact?: boolean | undefined;
  /** Another codec, so that one may look at the first bytes and hand over. Throws `CODEC_MISSING`. */
  codec(id: string): Codec;
  report(finding: Finding): void;
}

/**
 * Incremental work for data that is too large to hold. What a call gives must be read to its end before the next
 * call; it may be made while it is read, so that a few stored bytes cannot fill the memory.
 */
export interface Transform {
  /** Takes input and gives whatever output it has for it, in order. Once that is read, the input may be reused. */
  push(input: Uint8Array): Awaitable<Iterable<Uint8Array>>;
  /** Ends the input and gives the rest. */
  finish(): Awaitable<Iterable<Uint8Array>>;
  /** For encoders that several parts share: gives all bytes for the input so far, and goes on. */
  flush?(): Awaitable<Iterable<Uint8Array>>;
}

/** A head of fixed length before a stream. */
export interface Framing {
  /** Bytes of the head. */
  readonly length: number;
  /** What it begins with, as a big-endian number of 32 bits; bytes without it are not framed. */
  readonly magic: number;
  /** Where it has the plain size, a big-endian number of 32 bits. */
  readonly sizeAt: number;
  /** Codec of the stream behind it. */
  readonly codec: string;
}

/** Turns stored bytes into plain ones, and back where it can. */
export interface Codec {
  /** `<plugin>/<name>` for a plugin's own; bare names belong to core. */
  readonly id: string;
  /** Most plain bytes that one stored byte can give: a lying size is refused before anything is allocated. */
  readonly maxRatio?: number;
  /** Stored and plain bytes are equally many and byte n needs nothing but its own 16-byte block: ciphers. */
  readonly sameSize?: boolean;
  /**
   * Knows `pooled`. A codec that lets another one decode may say so if it calls it no more than once, with the context it
   * was given, and is done with the result, or gives it on, without waiting for anything.
   */
  readonly pools?: boolean;
  /**
   * For a codec that only puts a head before the stream of another one: what that looks like. Said as data, so that
   * many small files can be decoded in one go; `decode` does the same for one, and has the last word on what is odd.
   */
  readonly framing?: Framing;
  /** Tells the plain size from the first stored bytes, for formats whose table does not have it. */
  readonly measure?: {
    readonly head: number;
    size(head: Uint8Array, length: number, step: CodecStep): number | undefined;
  };
  /** Gives `size` bytes, or as many as there are when `size` is undefined. Throws `ArchiveError`. */
  decode(
    input: Uint8Array,
    step: CodecStep,
    size: number | undefined,
    context: CodecContext,
  ): Awaitable<Uint8Array>;
  encode?(input: Uint8Array, step: CodecStep, context: CodecContext): Awaitable<Uint8Array>;
  decoder?(step: CodecStep, size: number | undefined, context: CodecContext): Awaitable<Transform>;
  encoder?(step: CodecStep, context: CodecContext): Awaitable<Transform>;
  /** Decodes on from a restart point of a region, given the last 32 KiB of plain bytes before it. */
  resume?(step: CodecStep, history: Uint8Array, context: CodecContext): Awaitable<Transform>;
  /**
   * Steps worth trying when stored bytes shall be reproduced from plain ones, likeliest first; `stored` is the
   * beginning of what they must give. Absent: the step of the index is the only candidate.
   */
  candidates?(step: CodecStep, stored: Uint8Array): readonly CodecStep[];
}
