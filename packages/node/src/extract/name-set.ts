import type { MemoryShare } from '@packwright/core';

/** Names that are kept as texts, which is quick; more of them are kept as hashes, which is small. */
const mostTexts = 32768;
/** What a text costs, about. */
const textLength = 64;
/** Numbers in the smallest set of hashes: four for each name, so that at least every second place is free. */
const fewest = 4096;

/**
 * Which names of which folders are taken. Many names are kept as 64-bit hashes: 16 bytes a name and no strings, so that
 * a million entries fit. Two names with one hash count as one, which costs the second a suffix and nothing else.
 */
export class NameSet {
  readonly #memory: MemoryShare | undefined;
  /** By folder, as long as there are few names. */
  #texts: Set<string>[] | undefined;
  #slots: Uint32Array = new Uint32Array(0);
  #count = 0;
  /** Halves of the last hash: returning a pair would make an object for each name. */
  #low = 0;
  #high = 0;

  /** Has room for some names from the start, where there is memory for it, and draws more when it grows. */
  constructor(expected: number = 0, memory?: MemoryShare | undefined) {
    this.#memory = memory;
    const isFew = expected <= mostTexts && (memory?.tryTake(textLength * expected) ?? true);
    if (isFew) this.#texts = [];
    else this.#makeSlots(expected);
  }

  /** Adds a name; false when it is there already. */
  add(folder: number, name: string): boolean {
    return this.#texts === undefined ? this.#addHash(folder, name) : this.#addText(this.#texts, folder, name);
  }

  #addText(texts: Set<string>[], folder: number, name: string): boolean {
    let names = texts[folder];
    if (names === undefined) {
      names = new Set();
      texts[folder] = names;
    }
    const before = names.size;
    if (names.add(name).size === before) return false;
    if (++this.#count > mostTexts) this.#forgetTexts(texts);
    return true;
  }

  #forgetTexts(texts: readonly Set<string>[]): void {
    this.#texts = undefined;
    this.#makeSlots(this.#count);
    this.#count = 0;
    texts.forEach((names, folder) => {
      for (const name of names) this.#addHash(folder, name);
    });
  }

  #makeSlots(expected: number): void {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(fewest, 4 * expected)));
    const isRoom = wanted === fewest || (this.#memory?.tryTake(4 * wanted) ?? true);
    this.#slots = new Uint32Array(isRoom ? wanted : fewest);
  }

  #addHash(folder: number, name: string): boolean {
    if (this.#count * 4 > this.#slots.length) this.#grow();
    this.#hash(folder, name);
    const slot = findSlot(this.#slots, this.#low, this.#high);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = this.#low;
    this.#slots[slot + 1] = this.#high;
    this.#count++;
    return true;
  }

  #hash(folder: number, name: string): void {
    let low = Math.imul(folder + 1, 0x9e3779b1);
    let high = Math.imul(folder + 1, 0x85ebca6b);
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i);
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, 0xc2b2ae35);
    }
    low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
    high = Math.imul(high ^ (high >>> 13), 0x297a2d39);
    // Zero marks an empty slot.
    this.#low = (low ^ (low >>> 16)) >>> 0 || 1;
    this.#high = (high ^ (high >>> 16)) >>> 0;
  }

  #grow(): void {
    const old = this.#slots;
    this.#memory?.take(8 * old.length, 'The set of names that are taken');
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at] ?? 0;
      const high = old[at + 1] ?? 0;
      if (low === 0) continue;
      const slot = findSlot(this.#slots, low, high);
      this.#slots[slot] = low;
      this.#slots[slot + 1] = high;
    }
    // The smallest set was never drawn.
    if (old.length > fewest) this.#memory?.release(4 * old.length);
  }
}

/** The pair of slots that holds a hash, or the empty one where it belongs. */
function findSlot(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length - 2;
  let slot = (high * 2) & mask;
  while (slots[slot] !== 0 && (slots[slot] !== low || slots[slot + 1] !== high)) slot = (slot + 2) & mask;
  return slot;
}
