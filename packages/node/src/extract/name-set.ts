import { type MemoryShare, TextHash } from '@packwright/core';

/** Names that are kept as texts, which is quick; more of them are kept as hashes, which is small. */
const mostTexts = 32768;
/** What a text costs, about. */
const textLength = 64;
/** Texts that are drawn for at a time, where nobody said how many there will be. */
const textStep = 1024;
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
  /** Texts that were drawn for. */
  #room = 0;
  readonly #hash = new TextHash();
  #slots: Uint32Array = new Uint32Array(0);
  #count = 0;

  /** Has room for some names from the start, where there is memory for it, and draws more when it grows. */
  constructor(expected: number = 0, memory?: MemoryShare | undefined) {
    this.#memory = memory;
    if (expected <= mostTexts && this.#drawTexts(expected)) this.#texts = [];
    else this.#makeSlots(expected);
  }

  /** Adds a name; false when it is there already. */
  add(folder: number, name: string): boolean {
    return this.#texts === undefined ? this.#addHash(folder, name) : this.#addText(this.#texts, folder, name);
  }

  #addText(texts: Set<string>[], folder: number, name: string): boolean {
    if (this.#count === this.#room && !this.#drawMore()) {
      this.#forgetTexts(texts);
      return this.#addHash(folder, name);
    }
    let names = texts[folder];
    if (names === undefined) {
      names = new Set();
      texts[folder] = names;
    }
    const before = names.size;
    if (names.add(name).size === before) return false;
    this.#count++;
    return true;
  }

  #drawMore(): boolean {
    const left = mostTexts - this.#room;
    return left > 0 && this.#drawTexts(Math.min(textStep, left));
  }

  #drawTexts(count: number): boolean {
    if (this.#memory?.trySpare(textLength * count) === false) return false;
    this.#room += count;
    return true;
  }

  #forgetTexts(texts: readonly Set<string>[]): void {
    this.#texts = undefined;
    // Hashes are half as long as texts at most: they stay in what was drawn for these, so that this cannot fail.
    this.#slots = new Uint32Array(slotsFor(this.#count));
    this.#count = 0;
    texts.forEach((names, folder) => {
      for (const name of names) this.#addHash(folder, name);
    });
    this.#memory?.release(textLength * this.#room - drawnFor(this.#slots.length));
  }

  #makeSlots(expected: number): void {
    const wanted = slotsFor(expected);
    const isRoom = this.#memory?.tryTake(drawnFor(wanted)) ?? true;
    this.#slots = new Uint32Array(isRoom ? wanted : fewest);
  }

  #addHash(folder: number, name: string): boolean {
    // Zero marks an empty slot.
    const low = this.#hash.of(folder, name) || 1;
    const { high } = this.#hash;
    let slot = findSlot(this.#slots, low, high);
    if (this.#slots[slot] !== 0) return false;
    if (this.#count * 4 > this.#slots.length) {
      this.#grow();
      slot = findSlot(this.#slots, low, high);
    }
    this.#slots[slot] = low;
    this.#slots[slot + 1] = high;
    this.#count++;
    return true;
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
    this.#memory?.release(drawnFor(old.length));
  }
}

/** Numbers in the set for some names. */
function slotsFor(names: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(fewest, 4 * names)));
}

/** Bytes to draw for a set of hashes: none for the smallest one. */
function drawnFor(slots: number): number {
  return slots === fewest ? 0 : 4 * slots;
}

/** The pair of slots that holds a hash, or the empty one where it belongs. */
function findSlot(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length - 2;
  let slot = (high * 2) & mask;
  while (slots[slot] !== 0 && (slots[slot] !== low || slots[slot + 1] !== high)) slot = (slot + 2) & mask;
  return slot;
}
