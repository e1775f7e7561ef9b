import { writeSync } from 'node:fs';

const capacity = 65536;
const newline = 0x0a;

/** Formats lines as bytes and hands them on in large pieces: strings for a million lines would cost five times more. */
export class LineBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(capacity);
  readonly #view = new DataView(this.#bytes.buffer);
  readonly #write: (bytes: Uint8Array) => void;
  #length = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** Lines with `0x` and the upper-case digits of hashes, which are given as low and high halves in turn. */
  hashes(halves: Uint32Array, bits: 32 | 64): void {
    const lineLength = bits / 4 + 3;
    for (let from = 0; from < halves.length; ) {
      this.#reserve(lineLength);
      const fitting = 2 * Math.floor((capacity - this.#length) / lineLength);
      const to = Math.min(halves.length, from + fitting);
      putHashes(this.#view, this.#length, halves, from, to, bits);
      this.#length += ((to - from) / 2) * lineLength;
      from = to;
    }
  }

  /** A line of text. */
  text(text: string): void {
    this.#reserve(text.length * 3 + 1);
    if (text.length * 3 + 1 > capacity) {
      this.#write(Buffer.from(`${text}\n`));
      return;
    }
    this.#length += this.#bytes.write(text, this.#length);
    this.#bytes[this.#length++] = newline;
  }

  flush(): void {
    if (this.#length > 0) this.#write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  #reserve(length: number): void {
    if (this.#length + length > capacity) this.flush();
  }
}

/** `0x` as a number of 16 bits. */
const prefix = 0x3078;

function putHashes(
  view: DataView,
  start: number,
  halves: Uint32Array,
  from: number,
  to: number,
  bits: 32 | 64,
): void {
  let at = start;
  for (let i = from; i < to; i += 2) {
    const low = halves[i] as number;
    const high = halves[i + 1] as number;
    view.setInt16(at, prefix);
    at += 2;
    if (bits === 64) {
      view.setInt32(at, toDigits(high >>> 16));
      view.setInt32(at + 4, toDigits(high & 0xffff));
      at += 8;
    }
    view.setInt32(at, toDigits(low >>> 16));
    view.setInt32(at + 4, toDigits(low & 0xffff));
    view.setInt8(at + 8, newline);
    at += 9;
  }
}

/** The four digits of 16 bits, as the bytes of one number: all are worked out at once. */
function toDigits(value: number): number {
  const spread = ((value & 0xf000) << 12) | ((value & 0xf00) << 8) | ((value & 0xf0) << 4) | (value & 0xf);
  // Six more than ten or above reaches the upper half of its byte: those are letters, seven behind the digits.
  const letters = ((spread + 0x06060606) >>> 4) & 0x01010101;
  return spread + 0x30303030 + letters * 7;
}

const pipeIsFull = new Int32Array(new SharedArrayBuffer(4));

/** Writes to standard output at once, however often the pipe is full. */
export function writeStdout(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') throw error;
      // A millisecond for the reader, instead of a core for asking again and again.
      Atomics.wait(pipeIsFull, 0, 0, 1);
    }
  }
}
