import type { Transform } from '@packwright/core';

/** Farthest that a copy may reach back, and the nearest that is worth one. */
const reach = 257;
/** Longest run, literal sequence and copy that the original packer makes. */
const longestRun = 64;
const longestCopy = 62;
const shortestCopy = 3;
/** Input behind a token's start that must be known: its longest run, and three bytes to hash the run's last position. */
const lookAhead = longestRun + shortestCopy;
const hashBits = 13;
/** Steps back are kept in a ring a little larger than the reach. */
const ring = 512;

/**
 * Makes the same bytes as the original packer, `dkpak`: greedy, zeros before runs before copies, copies never
 * overlapping themselves and of equal length the nearest.
 */
export class DaikatanaEncoder implements Transform {
  /** Input that is still needed: up to `reach` bytes and pending literals behind `#at`, and what is not encoded yet. */
  #input: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Literals wait in the input until a token ends their run. */
  #literals = 0;
  /** Position in the whole stream of `#input[0]`. */
  #base = 0;
  #output: Uint8Array = new Uint8Array(0);
  #length = 0;
  /** Latest position of each hash of three bytes, and for each position the one before with the same hash. */
  readonly #latest: Float64Array = new Float64Array(1 << hashBits).fill(Number.NEGATIVE_INFINITY);
  readonly #earlier: Float64Array = new Float64Array(ring);

  push(input: Uint8Array): readonly Uint8Array[] {
    this.#append(input);
    this.#encode(this.#input.length - lookAhead);
    return this.#handOut();
  }

  finish(): readonly Uint8Array[] {
    this.#encode(this.#input.length);
    this.#reserve(longestRun + 2);
    this.#flushLiterals();
    this.#put(0xff);
    return this.#handOut();
  }

  #append(more: Uint8Array): void {
    const drop = Math.max(0, this.#at - reach - longestRun);
    const kept = this.#input.subarray(drop);
    const joined = new Uint8Array(kept.length + more.length);
    joined.set(kept);
    joined.set(more, kept.length);
    this.#input = joined;
    this.#base += drop;
    this.#at -= drop;
  }

  /** Encodes tokens as long as they start before `end`. */
  #encode(end: number): void {
    const input = this.#input;
    while (this.#at < end) {
      this.#reserve(longestRun + 4);
      const at = this.#at;
      const first = input[at] ?? 0;
      const run = this.#runLength(at, first);
      const copy = run >= longestCopy ? noCopy : this.#longestCopy(at);
      if (first === 0 && run >= 2 && run >= copy.length) this.#token(run, 0x3e + run);
      else if (run >= 3 && run >= copy.length) this.#token(run, 0x7e + run, first);
      else if (copy.length >= shortestCopy) this.#token(copy.length, 0xbe + copy.length, copy.distance - 2);
      else {
        this.#advance(1);
        this.#literals++;
        if (this.#literals === longestRun) this.#flushLiterals();
      }
    }
  }

  #runLength(at: number, byte: number): number {
    const end = Math.min(this.#input.length, at + longestRun);
    let to = at + 1;
    while (to < end && this.#input[to] === byte) to++;
    return to - at;
  }

  /** Looks from near to far; only a longer copy replaces one that was found before. */
  #longestCopy(at: number): Copy {
    const input = this.#input;
    if (at > input.length - shortestCopy) return noCopy;
    const most = Math.min(longestCopy, input.length - at);
    let best = noCopy;
    let position = this.#latest[hashOf(input, at)] ?? 0;
    for (;;) {
      const distance = this.#base + at - position;
      if (!(distance <= reach)) return best;
      const limit = Math.min(most, distance);
      let length = 0;
      while (length < limit && input[at + length] === input[at + length - distance]) length++;
      if (length >= shortestCopy && length > best.length) best = { length, distance };
      if (best.length === most) return best;
      position = this.#earlier[position % ring] ?? 0;
    }
  }

  #token(count: number, ...bytes: readonly number[]): void {
    this.#flushLiterals();
    for (const byte of bytes) this.#put(byte);
    this.#advance(count);
  }

  /** Moves on and remembers the positions that were passed. */
  #advance(count: number): void {
    for (const end = this.#at + count; this.#at < end; this.#at++) {
      if (this.#at > this.#input.length - shortestCopy) continue;
      const hash = hashOf(this.#input, this.#at);
      const position = this.#base + this.#at;
      this.#earlier[position % ring] = this.#latest[hash] ?? 0;
      this.#latest[hash] = position;
    }
  }

  #flushLiterals(): void {
    if (this.#literals === 0) return;
    this.#put(this.#literals - 1);
    this.#output.set(this.#input.subarray(this.#at - this.#literals, this.#at), this.#length);
    this.#length += this.#literals;
    this.#literals = 0;
  }

  #put(byte: number): void {
    this.#output[this.#length++] = byte;
  }

  #reserve(count: number): void {
    if (this.#length <= this.#output.length - count) return;
    const larger = new Uint8Array(Math.max(4096, this.#output.length * 2));
    larger.set(this.#output.subarray(0, this.#length));
    this.#output = larger;
  }

  #handOut(): readonly Uint8Array[] {
    if (this.#length === 0) return [];
    const chunk = this.#output.slice(0, this.#length);
    this.#length = 0;
    return [chunk];
  }
}

interface Copy {
  readonly length: number;
  readonly distance: number;
}

const noCopy: Copy = { length: 0, distance: 0 };

function hashOf(bytes: Uint8Array, at: number): number {
  const three = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  return Math.imul(three, 0x9e3779b1) >>> (32 - hashBits);
}
