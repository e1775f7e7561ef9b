import {
  Z_DEFAULT_STRATEGY,
  Z_FINISH,
  type Z_FlushMode,
  Z_NO_FLUSH,
  Z_STREAM_END,
  Z_SYNC_FLUSH,
  ZStream,
  zlibDeflate,
  zlibDeflateInit2,
} from 'pako';
import type { DeflateFormat, Deflater } from '../natives.ts';

const windowBits = 15;
const methodDeflate = 8;
const memoryLevel = 8;
const usualRoom = 65536;
/** More than zlib can have pending: a sync flush that fills its buffer to the last byte writes its marker twice. */
const flushRoom = 262144;
const nothing = new Uint8Array(0);

/** Portable deflating; with `classic`, byte for byte what zlib 1.2 gives at its default memory level. */
export class DeflateStream implements Deflater {
  readonly #stream: ZStream = new ZStream();
  readonly #level: number;
  #scratch: Uint8Array<ArrayBuffer> = nothing;

  constructor(format: DeflateFormat, level: number, classic: boolean) {
    this.#level = level;
    const bits = format === 'raw' ? -windowBits : windowBits;
    zlibDeflateInit2(this.#stream, level, methodDeflate, bits, memoryLevel, Z_DEFAULT_STRATEGY, classic);
  }

  push(input: Uint8Array, flush: 'none' | 'sync' | 'finish'): readonly Uint8Array[] {
    const chunks: Uint8Array[] = [];
    if (flush === 'finish') this.#run(input, Z_FINISH, usualRoom, chunks);
    else if (flush === 'none') this.#run(input, Z_NO_FLUSH, usualRoom, chunks);
    else if (this.#level === 0) this.#run(input, Z_SYNC_FLUSH, flushRoom, chunks);
    else {
      if (input.length > 0) this.#run(input, Z_NO_FLUSH, usualRoom, chunks);
      this.#run(nothing, Z_SYNC_FLUSH, flushRoom, chunks);
    }
    return chunks;
  }

  #run(input: Uint8Array, mode: Z_FlushMode, room: number, chunks: Uint8Array[]): void {
    const stream = this.#stream;
    const output = this.#output(room, input.length);
    stream.input = input;
    stream.next_in = 0;
    stream.avail_in = input.length;
    do {
      stream.output = output;
      stream.next_out = 0;
      stream.avail_out = output.length;
      const status = zlibDeflate(stream, mode);
      if (stream.next_out > 0) chunks.push(output.slice(0, stream.next_out));
      if (status === Z_STREAM_END) break;
    } while (stream.avail_out === 0);
    stream.input = nothing;
    stream.output = nothing;
  }

  /** Level 0 cuts its blocks by the room there is, so it gets room for all. */
  #output(room: number, length: number): Uint8Array<ArrayBuffer> {
    const wanted = this.#level === 0 ? room + length + Math.ceil(length / 1024) : room;
    if (this.#scratch.length < wanted) this.#scratch = new Uint8Array(wanted);
    return this.#scratch;
  }
}
