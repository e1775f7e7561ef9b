import { MemoryBudget, MemoryShare } from '@packwright/core';
import { expect, test } from 'vitest';
import { NameSet } from '../../src/extract/name-set.ts';

// Few names are kept as texts, many as hashes: what is taken stays taken when the set changes from one to the other.
test.each([1000, 150_000])('takes each of %i names once, folder by folder', (count) => {
  const set = new NameSet();
  const addAll = (shift: number): number => {
    let added = 0;
    for (let number = 0; number < count; number++) {
      if (set.add((number + shift) % 7, `name${number}`)) added++;
    }
    return added;
  };
  expect(addAll(0)).toBe(count);
  expect(addAll(0)).toBe(0);
  expect(addAll(1)).toBe(count);
  expect(set.add(0, '')).toBe(true);
  expect(set.add(0, '')).toBe(false);
});

test('draws the memory it has room in, and more when it grows', () => {
  const share = new MemoryShare(new MemoryBudget(3 * 2 ** 20));
  // Sixteen bytes a name, and as many again that stay free.
  const set = new NameSet(40_000, share);
  expect(share.used).toBe(2 ** 20);
  for (let i = 0; i < 80_000; i++) set.add(0, `name${i}`);
  expect(share.used).toBe(2 ** 21);
  expect(() => {
    for (let i = 0; i < 80_000; i++) set.add(1, `name${i}`);
  }).toThrow('The set of names that are taken needs 4194304 bytes');
  expect(share.used).toBe(2 ** 21);
});

test('draws for few names, and keeps hashes where there is no memory for texts', () => {
  const share = new MemoryShare(new MemoryBudget(2 ** 18));
  const few = new NameSet(1000, share);
  few.add(0, 'a name');
  expect(share.used).toBe(64_000);
  share.close();
  const many = new NameSet(10_000, share);
  for (let i = 0; i < 5000; i++) many.add(0, `name${i}`);
  expect(many.add(0, 'name4999')).toBe(false);
  expect(share.used).toBe(2 ** 18);
});

test('begins small where there is no memory for what is expected', () => {
  const share = new MemoryShare(new MemoryBudget(2 ** 18));
  const set = new NameSet(1_000_000, share);
  expect(share.used).toBe(0);
  for (let i = 0; i < 5000; i++) set.add(0, `name${i}`);
  expect(share.used).toBe(2 ** 17);
});

/** What the set made of a name once, when everybody could foresee it. */
function foreseen(name: string): number {
  let hash = Math.imul(1, 0x85ebca6b);
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul((hash << 5) ^ (hash >>> 27) ^ name.charCodeAt(i), 0xc2b2ae35);
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> 0;
}

test('names that were chosen to fall on few places take no longer than others', () => {
  const count = 60_000;
  const [mask, few] = [2 ** 18 - 2, 2 ** 18 / 64];
  const measure = (names: readonly string[]): number => {
    const set = new NameSet(count);
    const start = performance.now();
    for (const name of names) set.add(0, name);
    return performance.now() - start;
  };
  const ordinary: string[] = [];
  const crafted: string[] = [];
  for (let number = 0; crafted.length < count; number++) {
    const name = number.toString(36);
    if (number < count) ordinary.push(name);
    if (((foreseen(name) * 2) & mask) < few) crafted.push(name);
  }
  const usual = measure(ordinary);
  expect(measure(crafted)).toBeLessThan(10 * usual + 500);
});

test('draws for texts as their number grows, and keeps hashes in what they leave', () => {
  const share = new MemoryShare(new MemoryBudget(2 ** 23));
  const set = new NameSet(0, share);
  expect(share.used).toBe(0);
  for (let i = 0; i < 32_768; i++) set.add(0, `name${i}`);
  expect(share.used).toBe(64 * 32_768);
  set.add(0, 'one more');
  // Sixteen bytes a name.
  expect(share.used).toBe(2 ** 19);
  for (let i = 0; i < 32_768; i++) {
    if (set.add(0, `name${i}`)) throw new Error(`name${i} was forgotten.`);
  }
});

test('forgets no name where the memory ends', () => {
  const share = new MemoryShare(new MemoryBudget(200_000));
  const set = new NameSet(0, share);
  let taken = 0;
  expect(() => {
    for (; taken < 40_000; taken++) set.add(0, `name${taken}`);
  }).toThrow('The set of names that are taken needs');
  expect(taken).toBeGreaterThan(2000);
  for (let i = 0; i < taken; i++) {
    if (set.add(0, `name${i}`)) throw new Error(`name${i} was forgotten.`);
  }
});
