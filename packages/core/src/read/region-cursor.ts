import type { Region } from '../contract/archive-index.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Transform } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { checkRange } from './check-extent.ts';
import { History } from './history.ts';

/** Stored bytes fed at once. */
const feedLength = 65536;
const nothing = new Uint8Array(0);

/** A point from which decoding can go on. */
export interface Checkpoint {
  readonly stored: number;
  readonly decoded: number;
  readonly history: Uint8Array;
}

/** What a cursor tells while it moves on. */
export interface CursorListener {
  /** So many plain bytes were made. */
  decoded(length: number): void;
  /** A restart point was passed, and it is where the table says. */
  passed(stored: number, decoded: number, history: History): void;
}

/** Decodes a solid block in order, from its start or a checkpoint on. */
export class RegionCursor {
  readonly #region: Region;
  readonly #source: ByteSource;
  readonly #transform: Transform;
  readonly #listener: CursorListener;
  readonly #history: History;
  readonly #input = new Uint8Array(feedLength);
  /** Output of the last input that is still to come, and the beginning of it that is there already. */
  #output: Iterator<Uint8Array> | undefined;
  #pending: Uint8Array = nothing;
  #stored: number;
  #decoded: number;
  /** Position in `restarts` of the next pair. */
  #restart: number;
  #isFinished = false;

  constructor(
    region: Region,
    source: ByteSource,
    transform: Transform,
    start: Checkpoint | undefined,
    listener: CursorListener,
  ) {
    this.#region = region;
    this.#source = source;
    this.#transform = transform;
    this.#listener = listener;
    this.#history = new History(start?.history);
    this.#stored = start?.stored ?? 0;
    this.#decoded = start?.decoded ?? 0;
    this.#restart = firstRestartAfter(region.restarts, this.#stored);
  }

  /** Where the next byte lies in the decoded block. */
  get position(): number {
    return this.#decoded - this.#pending.length;
  }

  /** Moves forward. */
  async skipTo(position: number, signal: AbortSignal | undefined): Promise<void> {
    while (this.position < position) await this.take(position - this.position, signal);
  }

  /** The next bytes, at least one and at most so many: a view that is good until the next call. */
  async take(most: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    while (this.#pending.length === 0) {
      if (!this.#nextOutput()) await this.#feed(signal);
    }
    const bytes = this.#pending.subarray(0, most);
    this.#pending = this.#pending.subarray(bytes.length);
    return bytes;
  }

  #nextOutput(): boolean {
    const next = this.#output?.next();
    if (next === undefined) return false;
    if (next.done) {
      this.#output = undefined;
      this.#passRestart();
      return false;
    }
    this.#pending = next.value;
    this.#history.push(next.value);
    this.#decoded += next.value.length;
    this.#listener.decoded(next.value.length);
    return true;
  }

  async #feed(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { offset, length: total, size } = this.#region;
    if (this.#isFinished) {
      throw new ArchiveError(
        'SIZE_MISMATCH',
        `A solid block decodes to ${this.#decoded} bytes, expected ${size}.`,
        { offset },
      );
    }
    const length = Math.min(feedLength, this.#boundary - this.#stored);
    const at = offset + this.#stored;
    checkRange({ offset: at, length }, this.#source.size, 'the file');
    this.#isFinished = this.#stored >= total;
    const output = this.#isFinished
      ? this.#transform.finish()
      : this.#transform.push(await this.#read(at, length, signal));
    this.#stored += length;
    this.#output = (output instanceof Promise ? await output : output)[Symbol.iterator]();
  }

  async #read(at: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (this.#source.readInto === undefined) return this.#source.read(at, length, { signal });
    // The output of the last input has been read to its end, so the buffer is free.
    const input = this.#input.subarray(0, length);
    await this.#source.readInto(at, input, { signal });
    return input;
  }

  /** Where the stored bytes must be cut next, so that restart points are met exactly. */
  get #boundary(): number {
    return Math.min(this.#region.restarts?.[this.#restart] ?? this.#region.length, this.#region.length);
  }

  #passRestart(): void {
    if (this.#stored !== this.#boundary || this.#isFinished) return;
    const { restarts } = this.#region;
    const expected = restarts?.[this.#restart + 1];
    // Several entries may restart at one point: empty ones.
    do this.#restart += 2;
    while ((restarts?.[this.#restart] ?? Number.POSITIVE_INFINITY) <= this.#stored);
    if (expected === this.#decoded) this.#listener.passed(this.#stored, this.#decoded, this.#history);
  }
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
