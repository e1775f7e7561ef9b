import {
  Z_BUF_ERROR,
  Z_FINISH,
  Z_NEED_DICT,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateSetDictionary,
} from 'pako';
import { hexNumber } from '../bytes/hex.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import type { DeflateFormat } from '../natives.ts';

const windowBits = 15;
const nothing = new Uint8Array(0);

/** Portable inflating into buffers of the caller: feed input, then fill buffers until they stay unfilled. */
export class InflateStream {
  /** Whether the end of the stream has been seen. */
  ended = false;
  /** What is wrong with the stream, once something is; the bytes given before are right. */
  failure: ArchiveError | undefined;
  readonly #format: DeflateFormat;
  readonly #stream: ZStream = new ZStream();

  constructor(format: DeflateFormat, history?: Uint8Array | undefined) {
    this.#format = format;
    zlibInflateInit2(this.#stream, format === 'raw' ? -windowBits : windowBits);
    if (history !== undefined && history.length > 0) zlibInflateSetDictionary(this.#stream, history);
  }

  /** Stored bytes taken so far, over all feeds. */
  get taken(): number {
    return this.#stream.total_in;
  }

  /** Gives the next input; the one before must have been used up. */
  feed(input: Uint8Array): void {
    this.#stream.input = input;
    this.#stream.next_in = 0;
    this.#stream.avail_in = input.length;
  }

  /** Writes `output[start, end)` as far as the input goes, and tells how many bytes that gave. */
  fill(output: Uint8Array<ArrayBuffer>, start: number, end: number): number {
    const stream = this.#stream;
    if (this.ended || this.failure !== undefined) return 0;
    stream.output = output;
    stream.next_out = start;
    stream.avail_out = end - start;
    try {
      // Only tells zlib that it need not keep a window once the stream has ended; more input may follow all the same.
      this.#note(zlibInflate(stream, Z_FINISH));
    } catch (cause) {
      this.failure = this.#damaged('the decoder failed', cause);
    }
    stream.output = nothing;
    return stream.next_out - start;
  }

  #note(status: number): void {
    if (status === Z_STREAM_END) this.ended = true;
    else if (status === Z_NEED_DICT)
      this.failure = this.#damaged('it wants a preset dictionary, expected none');
    else if (status !== Z_OK && status !== Z_BUF_ERROR) this.failure = this.#explain();
  }

  #explain(): ArchiveError {
    const { msg, input, next_in: at, adler } = this.#stream;
    if (msg === 'incorrect data check') {
      const found =
        at < 4 ? 'another' : hexNumber(new DataView(input.buffer, input.byteOffset + at - 4).getUint32(0));
      return new ArchiveError(
        'CHECKSUM_MISMATCH',
        `Found ${found} as Adler-32 at the end of the zlib stream, expected ${hexNumber(adler >>> 0)}.`,
      );
    }
    return this.#damaged(msg === '' ? 'no reason is known' : msg);
  }

  #damaged(why: string, cause?: unknown): ArchiveError {
    return new ArchiveError(
      'DAMAGED',
      `Found a damaged ${this.#format === 'raw' ? 'deflate' : 'zlib'} stream near its stored byte ${this.taken}: ${why}.`,
      { cause },
    );
  }
}
