import type { DeflateFormat, Deflater } from '../natives.ts';
import { type DeflateEngine, deflateTask, segmentLength, windowLength } from '../wasm/deflate-engine.ts';

/** Room for the first bytes of a stream that arrives in pieces; it doubles as they come. */
const smallestRoom = 16384;

/** Deflates a whole with the engine. The bytes are those that `FastDeflater` gives for any pieces of it. */
export function deflateFast(
  engine: DeflateEngine,
  input: Uint8Array,
  format: DeflateFormat,
  level: number,
): readonly Uint8Array[] {
  const stream = new SegmentEncoder(engine, format, level);
  const chunks: Uint8Array[] = [];
  let end = 0;
  do {
    const history = Math.min(end, windowLength);
    const start = end - history;
    end = Math.min(input.length, end + segmentLength);
    chunks.push(stream.encode(input.subarray(start, end), history, end === input.length ? 'finish' : 'none'));
  } while (end < input.length);
  return chunks;
}

/** Deflates pieces of a stream with the engine, which many streams may use in turns. */
export class FastDeflater implements Deflater {
  readonly #stream: SegmentEncoder;
  /** The history, and behind it what has come of the next segment. */
  #held: Uint8Array<ArrayBuffer> = new Uint8Array(smallestRoom);
  #history = 0;
  #end = 0;
  #isFlushed = false;

  constructor(engine: DeflateEngine, format: DeflateFormat, level: number) {
    this.#stream = new SegmentEncoder(engine, format, level);
  }

  push(input: Uint8Array, flush: 'none' | 'sync' | 'finish'): readonly Uint8Array[] {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < input.length; ) {
      // Only when more follows: the last segment, however long, ends with the flush.
      if (this.#end - this.#history === segmentLength) chunks.push(this.#encode('none'));
      const length = Math.min(input.length - at, segmentLength - (this.#end - this.#history));
      this.#hold(input.subarray(at, at + length));
      at += length;
      this.#isFlushed = false;
    }
    // A stream that is flushed already gets no second marker.
    if (flush === 'finish' || (flush === 'sync' && !this.#isFlushed)) chunks.push(this.#encode(flush));
    if (flush === 'sync') this.#isFlushed = true;
    return chunks.filter((chunk) => chunk.length > 0);
  }

  #hold(bytes: Uint8Array): void {
    const end = this.#end + bytes.length;
    if (end > this.#held.length) {
      const room = Math.min(windowLength + segmentLength, Math.max(end, this.#held.length * 2));
      const larger = new Uint8Array(room);
      larger.set(this.#held.subarray(0, this.#end));
      this.#held = larger;
    }
    this.#held.set(bytes, this.#end);
    this.#end = end;
  }

  #encode(flush: 'none' | 'sync' | 'finish'): Uint8Array {
    const chunk = this.#stream.encode(this.#held.subarray(0, this.#end), this.#history, flush);
    this.#history = Math.min(this.#end, windowLength);
    this.#held.copyWithin(0, this.#end - this.#history, this.#end);
    this.#end = this.#history;
    return chunk;
  }
}

/** Encodes the segments of one stream, and keeps between them what the engine needs to go on. */
class SegmentEncoder {
  readonly #engine: DeflateEngine;
  readonly #level: number;
  readonly #wrapper: number;
  #isFirst = true;
  #bits = 0;
  #bitCount = 0;
  #adler = 1;

  constructor(engine: DeflateEngine, format: DeflateFormat, level: number) {
    this.#engine = engine;
    this.#level = level;
    this.#wrapper = format === 'zlib' ? deflateTask.inZlib : 0;
  }

  /** Encodes `bytes` after the first `history` of them, which have been encoded before. */
  encode(bytes: Uint8Array, history: number, flush: 'none' | 'sync' | 'finish'): Uint8Array {
    const { memory, inputAt, outputAt, carry, deflate } = this.#engine;
    memory.set(bytes, inputAt + windowLength - history);
    carry.setUint32(0, this.#bits, true);
    carry.setUint32(4, this.#bitCount, true);
    carry.setUint32(8, this.#adler, true);
    const position = this.#isFirst
      ? deflateTask.isFirst
      : this.#engine.user === this
        ? deflateTask.goesOn
        : 0;
    const ending = flush === 'none' ? 0 : deflateTask[flush];
    const length = deflate(history, bytes.length - history, this.#level, this.#wrapper | position | ending);
    // Of a segment without bytes the match finder takes no note.
    if (bytes.length > history) this.#engine.user = flush === 'finish' ? undefined : this;
    this.#bits = carry.getUint32(0, true);
    this.#bitCount = carry.getUint32(4, true);
    this.#adler = carry.getUint32(8, true);
    this.#isFirst = false;
    return memory.slice(outputAt, outputAt + length);
  }
}
