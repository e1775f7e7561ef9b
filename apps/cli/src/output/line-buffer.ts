import { writeSync } from 'node:fs';

const capacity = 65536;
const newline = 0x0a;

/** Formats lines as bytes and hands them on in large pieces: strings for a million lines would cost five times more. */
export class LineBuffer {
  readonly #bytes = Buffer.allocUnsafe(capacity);
  readonly #write: (bytes: Uint8Array) => void;
  #length = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** A line with `0x` and the upper-case digits of a hash. */
  hash(low: number, high: number, digits: 8 | 16): void {
    this.#reserve(digits + 3);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = 0x30;
    bytes[at++] = 0x78;
    if (digits === 16) at = putHex(bytes, at, high);
    at = putHex(bytes, at, low);
    bytes[at++] = newline;
    this.#length = at;
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

const digits = Buffer.from('0123456789ABCDEF');

function putHex(bytes: Uint8Array, at: number, value: number): number {
  for (let shift = 28, to = at; shift >= 0; shift -= 4, to++) bytes[to] = digits[(value >>> shift) & 15] ?? 0;
  return at + 8;
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
