import { decodeLatin1 } from '../bytes/text.ts';
import type { NameHash } from '../contract/name-hash.ts';
import { dropSpace, skipHashPrefix, skipSpace } from './name-line.ts';
import { SlotHash } from './slot-hash.ts';

/** Names by hash, as columns over the text of a list: two million names cost no objects. */
export class NameTable {
  readonly #text: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #lows: Uint32Array;
  readonly #highs: Uint32Array;
  /** Open-addressed: row + 1, or 0. */
  readonly #slots: Int32Array;
  /** Lists of names come with archives, too. */
  readonly #slotHash = new SlotHash();
  readonly length: number;
  /** Different names of one hash that were met while building. */
  readonly collisions: number;

  constructor(
    text: Uint8Array,
    hash: NameHash,
    memory?: { take(bytes: number, what: string): void } | undefined,
  ) {
    const candidates = countCandidates(text, hash.covers === 'part');
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, candidates * 2)));
    memory?.take(16 * candidates + 4 * slots, 'A list of names');
    this.#text = text;
    this.#starts = new Uint32Array(candidates);
    this.#ends = new Uint32Array(candidates);
    this.#lows = new Uint32Array(candidates);
    this.#highs = new Uint32Array(candidates);
    this.#slots = new Int32Array(slots);
    let count = 0;
    let collisions = 0;
    const halves = new Uint32Array(2);
    forEachCandidate(text, hash.covers === 'part', (start, end) => {
      if (start >= end) return;
      hash.hash(text, start, end, halves);
      const low = halves[0] as number;
      const high = halves[1] as number;
      const slot = this.#findSlot(low, high);
      const taken = (this.#slots[slot] as number) - 1;
      if (taken >= 0) {
        if (!this.#sameName(taken, start, end)) collisions++;
        return;
      }
      this.#starts[count] = start;
      this.#ends[count] = end;
      this.#lows[count] = low;
      this.#highs[count] = high;
      this.#slots[slot] = ++count;
    });
    this.length = count;
    this.collisions = collisions;
  }

  /** The name for a hash, or nothing. */
  get(low: number, high: number): string | undefined {
    const row = (this.#slots[this.#findSlot(low, high)] ?? 0) - 1;
    return row < 0 ? undefined : this.at(row);
  }

  /** The name in a row. */
  at(row: number): string {
    return decodeLatin1(this.#text, this.#starts[row] ?? 0, this.#ends[row] ?? 0);
  }

  #findSlot(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#slotHash.of(low, high) & mask;
    for (;;) {
      const row = (slots[slot] as number) - 1;
      if (row < 0 || (this.#lows[row] === low && this.#highs[row] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #sameName(row: number, start: number, end: number): boolean {
    const from = this.#starts[row] ?? 0;
    if ((this.#ends[row] ?? 0) - from !== end - start) return false;
    for (let i = 0; i < end - start; i++) {
      if (fold(this.#text[from + i] ?? 0) !== fold(this.#text[start + i] ?? 0)) return false;
    }
    return true;
  }
}

function fold(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
}

const newline = 0x0a;
const slash = 0x2f;
const backslash = 0x5c;

/** At least as many as there are: one for each line, and for each part where parts are hashed. */
function countCandidates(text: Uint8Array, parts: boolean): number {
  const separators = parts ? [newline, slash, backslash] : [newline];
  let count = 1;
  for (const separator of separators) {
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count++;
  }
  return count;
}

function forEachCandidate(text: Uint8Array, parts: boolean, add: (start: number, end: number) => void): void {
  for (let line = 0; line < text.length; ) {
    const found = text.indexOf(newline, line);
    const next = found < 0 ? text.length : found;
    let start = skipSpace(text, line, next);
    const end = dropSpace(text, start, next);
    start = skipHashPrefix(text, start, end);
    if (parts) {
      for (let at = start; at < end; at++) {
        if (text[at] !== slash && text[at] !== backslash) continue;
        add(start, at);
        start = at + 1;
      }
    }
    add(start, end);
    line = next + 1;
  }
}
