import { ArchiveError, type Transform } from '@packwright/core';

/** Farthest that a copy reaches back. */
const reach = 257;
/** Most bytes that one token gives. */
const longestToken = 65;
/** Bytes of output that are collected before they are handed out. */
const defaultChunk = 65536;

/** Decodes a Daikatana stream piece by piece; `codec.ts` tells the tokens. */
export class DaikatanaDecoder implements Transform {
  readonly #size: number | undefined;
  /** Output not handed out yet, behind as much older output as copies may reach. */
  readonly #window: Uint8Array;
  /** Where the output that was not handed out starts and ends in the window. */
  #from = 0;
  #to = 0;
  #consumed = 0;
  #produced = 0;
  /** A control byte that still waits for its operand, or −1. */
  #waiting = -1;
  /** Literal bytes still to come. */
  #literals = 0;
  #ended = false;

  /** `chunk` is how much output is collected; the whole size gives it in one piece. */
  constructor(size: number | undefined, chunk: number = defaultChunk) {
    this.#size = size;
    this.#window = new Uint8Array(reach + chunk + longestToken);
  }

  *push(input: Uint8Array): Generator<Uint8Array, void, undefined> {
    let at = 0;
    while (at < input.length && !this.#ended) {
      if (this.#to > this.#window.length - longestToken) yield this.#handOut();
      if (this.#literals > 0) {
        const count = Math.min(this.#literals, input.length - at);
        this.#window.set(input.subarray(at, at + count), this.#to);
        this.#to += count;
        this.#literals -= count;
        at += count;
        continue;
      }
      const byte = input[at] ?? 0;
      if (this.#waiting >= 0) this.#operand(this.#waiting, byte, this.#consumed + at);
      else this.#control(byte, this.#consumed + at);
      at++;
    }
    this.#consumed += input.length;
  }

  finish(): readonly Uint8Array[] {
    if (this.#waiting >= 0 || this.#literals > 0) {
      const missing = this.#waiting >= 0 ? 'its operand' : `${this.#literals} literal bytes`;
      throw new ArchiveError(
        'TRUNCATED',
        `The stream ends after ${this.#consumed} bytes inside a token, expected ${missing}.`,
      );
    }
    if (this.#size !== undefined && this.#produced < this.#size) {
      throw new ArchiveError(
        this.#ended ? 'SIZE_MISMATCH' : 'TRUNCATED',
        `The stream gives ${this.#produced} bytes, expected ${this.#size}.`,
      );
    }
    return [this.#window.subarray(this.#from, this.#to)];
  }

  #control(byte: number, at: number): void {
    if (byte === 0xff) this.#ended = true;
    else if (byte === 0xfe) {
      throw new ArchiveError('DAMAGED', `Found the undefined control byte 0xFE at byte ${at} of the stream.`);
    } else if (byte >= 0x80) this.#waiting = byte;
    else if (byte >= 0x40) this.#fill(0, byte - 0x3e);
    else {
      this.#literals = byte + 1;
      this.#count(this.#literals);
    }
  }

  #operand(control: number, byte: number, at: number): void {
    this.#waiting = -1;
    if (control < 0xc0) {
      this.#fill(byte, control - 0x7e);
      return;
    }
    const distance = byte + 2;
    if (distance > this.#produced) {
      throw new ArchiveError(
        'DAMAGED',
        `Found a copy from ${distance} bytes back at byte ${at} of the stream, after ${this.#produced} bytes.`,
      );
    }
    const length = control - 0xbe;
    this.#count(length);
    // Byte by byte: where the distance is shorter than the length, the copy repeats itself.
    for (let i = 0; i < length; i++, this.#to++) {
      this.#window[this.#to] = this.#window[this.#to - distance] ?? 0;
    }
  }

  #fill(byte: number, count: number): void {
    this.#count(count);
    this.#window.fill(byte, this.#to, this.#to + count);
    this.#to += count;
  }

  #count(more: number): void {
    this.#produced += more;
    if (this.#size === undefined || this.#produced <= this.#size) return;
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `The stream gives at least ${this.#produced} bytes, expected ${this.#size}.`,
    );
  }

  /** The output since the last time; what copies may still reach moves to the start of the window. */
  #handOut(): Uint8Array {
    const chunk = this.#window.slice(this.#from, this.#to);
    const kept = Math.min(reach, this.#to);
    this.#window.copyWithin(0, this.#to - kept, this.#to);
    this.#from = kept;
    this.#to = kept;
    return chunk;
  }
}
