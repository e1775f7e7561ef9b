import type { Region } from '../contract/archive-index.ts';
import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Transform } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { isDamage } from '../errors/is-damage.ts';
import { checkRange, checkSize } from './check-extent.ts';
import { decodeExtent } from './decode-extent.ts';
import { type History, historyLength } from './history.ts';
import { codecContext, type ReadContext } from './read-context.ts';
import { type Checkpoint, RegionCursor } from './region-cursor.ts';

/** A region this small is decoded once and kept. */
const wholeShare = 1 / 8;
/** Plain bytes between two kept checkpoints. */
const checkpointDistance = 2 * 2 ** 20;
/** What a cursor holds: input, a chunk of output, history, and the state of the codec. */
const cursorLength = 2 ** 19;

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
  /** The block cannot be decoded as a whole: that is not tried again, and what lies before the damage is wanted. */
  #isBroken = false;
  /** Where it breaks, once that is known, and how: nobody needs to go there again. */
  #end: { readonly position: number; readonly error: unknown } | undefined;
  #cursor: RegionCursor | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #held = 0;
  #isCursorDrawn = false;

  constructor(region: Region, context: ReadContext) {
    this.region = region;
    this.#context = context;
  }

  /** Decoded bytes `[offset, offset + length)`. */
  read(offset: number, length: number, signal?: AbortSignal | undefined): Awaitable<Uint8Array> {
    checkRange({ offset, length }, this.region.size, 'the solid block');
    if (this.#whole !== undefined) return this.#whole.subarray(offset, offset + length);
    return this.#inTurn(() => this.#read(offset, length, signal), signal);
  }

  /** Decoded bytes `[offset, offset + length)` in pieces that are good only while `visit` looks at them. */
  async skim(
    offset: number,
    length: number,
    visit: (bytes: Uint8Array) => void,
    signal?: AbortSignal | undefined,
  ): Promise<void> {
    checkRange({ offset, length }, this.region.size, 'the solid block');
    await this.#inTurn(() => this.#visit(offset, length, visit, signal), signal);
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
    this.#isCursorDrawn = false;
    this.#whole = undefined;
    this.#cursor = undefined;
    this.#checkpoints.length = 0;
  }

  /** One read after the other: they share the cursor. */
  #inTurn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const result = this.#turn.then(work).catch((error: unknown) => {
      this.#cursor = undefined;
      throw toArchiveError(error, 'DAMAGED', 'Decoding a solid block failed', signal, {
        offset: this.region.offset,
      });
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #read(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (await this.#keepWhole(signal)) return this.read(offset, length, signal);
    const target = new Uint8Array(length);
    let done = 0;
    const copy = (bytes: Uint8Array): void => {
      target.set(bytes, done);
      done += bytes.length;
    };
    await this.#visit(offset, length, copy, signal);
    return target;
  }

  async #visit(
    offset: number,
    length: number,
    visit: (bytes: Uint8Array) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (await this.#keepWhole(signal)) {
      visit(await this.read(offset, length, signal));
      return;
    }
    for (let done = 0; done < length; ) {
      const bytes = await this.#next(offset + done, length - done, signal);
      visit(bytes);
      done += bytes.length;
    }
  }

  /** Decoded bytes from `position` on, at least one and at most so many, good until the next call. */
  async #next(position: number, most: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (this.#end !== undefined && position >= this.#end.position) throw this.#end.error;
    const cursor = await this.#cursorBefore(position);
    try {
      await cursor.skipTo(position, signal);
      return await cursor.take(most, signal);
    } catch (error) {
      this.#cursor = undefined;
      if (!isDamage(error)) throw error;
      if (this.#isBroken) {
        this.#end = { position: cursor.position, error };
        throw error;
      }
      this.#isBroken = true;
      return this.#next(position, most, signal);
    }
  }

  async #keepWhole(signal: AbortSignal | undefined): Promise<boolean> {
    const { size } = this.region;
    if (this.#whole !== undefined) return true;
    const { budget, limits } = this.#context;
    if (this.#isBroken || size > limits.memory * wholeShare || !budget.trySpare(size)) return false;
    try {
      this.#whole = await decodeExtent(this.region, this.#context, signal);
      this.inflated += this.#whole.length;
      this.#held += size;
      return true;
    } catch (error) {
      budget.release(size);
      // A block that breaks in the middle still gives the entries before the break.
      if (!ArchiveError.is(error) || !this.#canStream()) throw error;
      this.#isBroken = true;
      return false;
    }
  }

  #canStream(): boolean {
    const [step, ...more] = this.region.steps ?? [];
    return (
      step !== undefined && more.length === 0 && this.#context.codecs.get(step.codec).decoder !== undefined
    );
  }

  async #cursorBefore(offset: number): Promise<RegionCursor> {
    let best: Checkpoint | undefined;
    for (const point of this.#checkpoints) {
      if (point.decoded <= offset && point.decoded > (best?.decoded ?? 0)) best = point;
    }
    const cursor = this.#cursor;
    if (cursor !== undefined && cursor.position <= offset && cursor.position >= (best?.decoded ?? 0))
      return cursor;
    this.#cursor = await this.#openCursor(best);
    return this.#cursor;
  }

  async #openCursor(from: Checkpoint | undefined): Promise<RegionCursor> {
    checkSize(this.region, this.#context);
    this.#drawCursor();
    const source = await this.#context.volume(this.region.volume ?? 0);
    const resumed = from && (await this.#openTransform(from));
    const transform = resumed ?? (await this.#openTransform(undefined));
    if (transform === undefined) {
      throw new ArchiveError(
        'LIMIT_EXCEEDED',
        `A solid block of ${this.region.size} bytes cannot be decoded in pieces and exceeds its share of the memory.`,
        { offset: this.region.offset, help: 'Raise the memory limit (--memory).' },
      );
    }
    return new RegionCursor(this.region, source, transform, resumed && from, {
      decoded: (length) => {
        this.inflated += length;
      },
      passed: (stored, decoded, history) => this.#keepCheckpoint(stored, decoded, history),
    });
  }

  async #openTransform(from: Checkpoint | undefined): Promise<Transform | undefined> {
    const [step, ...more] = this.region.steps ?? [];
    if (step === undefined || more.length > 0) return undefined;
    const codec = this.#context.codecs.get(step.codec);
    // The cursor outlives this read, so it must not hang on this read's signal.
    const shared = { ...codecContext(this.#context, undefined), transient: true, exact: this.#isBroken };
    return from === undefined
      ? codec.decoder?.(step, undefined, shared)
      : codec.resume?.(step, from.history, shared);
  }

  #keepCheckpoint(stored: number, decoded: number, history: History): void {
    const last = this.#checkpoints.at(-1)?.decoded ?? 0;
    if (decoded - last < checkpointDistance || !this.#context.budget.trySpare(historyLength)) return;
    this.#held += historyLength;
    this.#checkpoints.push({ stored, decoded, history: history.copy() });
  }

  /** One cursor is kept as long as the reader lives; it is nothing that could be done without. */
  #drawCursor(): void {
    if (this.#isCursorDrawn) return;
    this.#context.budget.take(cursorLength, 'Decoding a solid block');
    this.#held += cursorLength;
    this.#isCursorDrawn = true;
  }
}
