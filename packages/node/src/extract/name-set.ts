import type { MemoryShare } from '@packwright/core';

/** Numbers in the smallest set: four for each name, so that at least every second place is free. */
const fewest = 4096;

/**
 * Which names of which folders are taken, as 64-bit hashes: 16 bytes a name and no strings, so that a million entries
 * fit. Two names with one hash count as one, which costs the second a suffix and nothing else.
 */
export class NameSet {
  readonly #memory: MemoryShare | undefined;
  #slots: Uint32Array;
  #count = 0;
  /** Halves of the last hash: returning a pair would make an object for each name. */
  #low = 0;
  #high = 0;

  /** Has room for some names from the start, where there is memory for it, and draws more when it grows. */
  constructor(expected: number = 0, memory?: MemoryShare | undefined) {
    this.#memory = memory;
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(fewest, 4 * expected)));
    const isRoom = wanted === fewest || memory === undefined || memory.tryTake(4 * wanted);
    this.#slots = new Uint32Array(isRoom ? wanted : fewest);
  }

  /** Adds a name; false when it is there already. */
  add(folder: number, name: string): boolean {
    if (this.#count * 4 > this.#slots.length) this.#grow();
    this.#hash(folder, name);
    const slot = findSlot(this.#slots, this.#low, this.#high);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = this.#low;
    this.#slots[slot + 1] = this.#high;
    this.#count++;
    return true;
  }

  has(folder: number, name: string): boolean {
    this.#hash(folder, name);
    return this.#slots[findSlot(this.#slots, this.#low, this.#high)] !== 0;
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
