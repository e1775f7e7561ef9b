import type { Region } from '../contract/archive-index.ts';
import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Transform } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { checkRange, checkSize } from './check-extent.ts';
import { decodeExtent } from './decode-extent.ts';
import { History, historyLength } from './history.ts';
import { codecContext, type ReadContext } from './read-context.ts';

/** A region this small is decoded once and kept. */
const wholeShare = 1 / 8;
/** Stored bytes fed at once. */
const feedLength = 65536;
/** Plain bytes between two kept checkpoints. */
const checkpointDistance = 2 * 2 ** 20;

interface Checkpoint {
  readonly stored: number;
  readonly decoded: number;
  readonly history: Uint8Array;
}

/**
 * Random access to a solid block. Small blocks are decoded once and kept; large ones are streamed, with
 * checkpoints (32 KiB of history at restart points, under the budget) from which later reads resume.
 */
export class RegionReader {
  readonly region: Region;
  /** Plain bytes produced so far, over all reads: what tests count. */
  inflated = 0;
  readonly #context: ReadContext;
  readonly #checkpoints: Checkpoint[] = [];
  #whole: Uint8Array | undefined;
  #cursor: Cursor | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #held = 0;

  constructor(region: Region, context: ReadContext) {
    this.region = region;
    this.#context = context;
  }

  /** Decoded bytes `[offset, offset + length)`. */
  read(offset: number, length: number, signal?: AbortSignal | undefined): Awaitable<Uint8Array> {
    checkRange({ offset, length }, this.region.size, 'the solid block');
    if (this.#whole !== undefined) return this.#whole.subarray(offset, offset + length);
    const result = this.#turn.then(() => this.#read(offset, length, signal));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** The decoded block as a source. */
  asSource(): ByteSource {
    return {
      size: this.region.size,
      read: (offset, length, options) => this.read(offset, length, options?.signal),
    };
  }

  /** Gives back what it holds. */
  close(): void {
    this.#context.budget.release(this.#held);
    this.#held = 0;
    this.#whole = undefined;
    this.#cursor = undefined;
    this.#checkpoints.length = 0;
  }

  async #read(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (await this.#keepWhole(signal)) return this.read(offset, length, signal);
    checkSize(this.region, this.#context);
    const target = new Uint8Array(length);
    let cursor = await this.#cursorBefore(offset);
    try {
      while (cursor.decoded < offset + length) {
        signal?.throwIfAborted();
        cursor = await this.#advance(cursor, offset, target, signal);
      }
    } catch (error) {
      this.#cursor = undefined;
      throw toArchiveError(error, 'DAMAGED', 'Decoding a solid block failed', signal, {
        offset: this.region.offset,
      });
    }
    return target;
  }

  async #keepWhole(signal: AbortSignal | undefined): Promise<boolean> {
    const { size } = this.region;
    if (this.#whole !== undefined) return true;
    const { budget, limits } = this.#context;
    if (size > limits.memory * wholeShare || !budget.tryTake(size)) return false;
    try {
      this.#whole = await decodeExtent(this.region, this.#context, signal);
      this.inflated += this.#whole.length;
      this.#held += size;
      return true;
    } catch (error) {
      budget.release(size);
      // A block that breaks in the middle still gives the entries before the break.
      if (ArchiveError.is(error) && this.#canStream()) return false;
      throw error;
    }
  }

  #canStream(): boolean {
    const [step, ...more] = this.region.steps ?? [];
    return (
      step !== undefined && more.length === 0 && this.#context.codecs.get(step.codec).decoder !== undefined
    );
  }

  async #cursorBefore(offset: number): Promise<Cursor> {
    let best: Checkpoint | undefined;
    for (const point of this.#checkpoints) {
      if (point.decoded <= offset && point.decoded > (best?.decoded ?? 0)) best = point;
    }
    const cursor = this.#cursor;
    if (cursor !== undefined && cursor.decoded <= offset && cursor.decoded >= (best?.decoded ?? 0))
      return cursor;
    this.#cursor = await this.#openCursor(best);
    return this.#cursor;
  }

  async #openCursor(from: Checkpoint | undefined): Promise<Cursor> {
    const [step] = this.region.steps ?? [];
    if (step === undefined || !this.#canStream()) {
      throw new ArchiveError(
        'LIMIT_EXCEEDED',
        `A solid block of ${this.region.size} bytes cannot be decoded in pieces and exceeds its share of the memory.`,
        { offset: this.region.offset, help: 'Raise the memory limit (--memory).' },
      );
    }
    const codec = this.#context.codecs.get(step.codec);
    // The cursor outlives this read, so it must not hang on this read's signal.
    const shared = codecContext(this.#context, undefined);
    const resumed = from === undefined ? undefined : await codec.resume?.(step, from.history, shared);
    const transform = resumed ?? (await codec.decoder?.(step, undefined, shared));
    if (transform === undefined)
      throw new ArchiveError('CODEC_MISSING', `The codec "${codec.id}" cannot stream.`);
    const start = resumed === undefined ? undefined : from;
    return {
      transform,
      history: new History(start?.history),
      stored: start?.stored ?? 0,
      decoded: start?.decoded ?? 0,
      restart: firstRestartAfter(this.region.restarts, start?.stored ?? 0),
    };
  }

  /** Feeds one piece of input, copies what belongs to `target`, and remembers a checkpoint where there is one. */
  async #advance(
    cursor: Cursor,
    offset: number,
    target: Uint8Array,
    signal: AbortSignal | undefined,
  ): Promise<Cursor> {
    const { region } = this;
    const source = await this.#context.volume(region.volume ?? 0);
    const boundary = region.restarts?.[cursor.restart] ?? region.length;
    const length = Math.min(feedLength, Math.min(boundary, region.length) - cursor.stored);
    checkRange({ offset: region.offset + cursor.stored, length }, source.size, 'the file');
    const input = await source.read(region.offset + cursor.stored, length, { signal });
    const ended = length === 0;
    for (const chunk of await (ended ? cursor.transform.finish() : cursor.transform.push(input))) {
      copyOverlap(chunk, cursor.decoded, target, offset);
      cursor.history.push(chunk);
      cursor.decoded += chunk.length;
      this.inflated += chunk.length;
    }
    cursor.stored += length;
    if (cursor.stored === boundary && !ended) this.#passRestart(cursor);
    if (ended && cursor.decoded < offset + target.length) {
      throw new ArchiveError(
        'SIZE_MISMATCH',
        `A solid block decodes to ${cursor.decoded} bytes, expected ${region.size}.`,
        { offset: region.offset },
      );
    }
    return cursor;
  }

  #passRestart(cursor: Cursor): void {
    const expected = this.region.restarts?.[cursor.restart + 1];
    cursor.restart += 2;
    if (expected !== cursor.decoded) return;
    const last = this.#checkpoints.at(-1)?.decoded ?? 0;
    if (cursor.decoded - last < checkpointDistance) return;
    if (!this.#context.budget.tryTake(historyLength)) return;
    this.#held += historyLength;
    this.#checkpoints.push({
      stored: cursor.stored,
      decoded: cursor.decoded,
      history: cursor.history.copy(),
    });
  }
}

interface Cursor {
  readonly transform: Transform;
  readonly history: History;
  stored: number;
  decoded: number;
  /** Position in `restarts` of the next pair. */
  restart: number;
}

function firstRestartAfter(restarts: Float64Array | undefined, stored: number): number {
  if (restarts === undefined) return 0;
  let low = 0;
  let high = restarts.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((restarts[2 * middle] ?? 0) > stored) high = middle;
    else low = middle + 1;
  }
  return 2 * low;
}

function copyOverlap(chunk: Uint8Array, at: number, target: Uint8Array, offset: number): void {
  const start = Math.max(at, offset);
  const end = Math.min(at + chunk.length, offset + target.length);
  if (start < end) target.set(chunk.subarray(start - at, end - at), start - offset);
}
