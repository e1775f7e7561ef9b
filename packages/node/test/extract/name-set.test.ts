import { MemoryBudget, MemoryShare } from '@packwright/core';
import { expect, test } from 'vitest';
import { NameSet } from '../../src/extract/name-set.ts';

test('draws the memory it has room in, and more when it grows', () => {
  const share = new MemoryShare(new MemoryBudget(2 ** 20));
  // Sixteen bytes a name, and as many again that stay free.
  const set = new NameSet(10_000, share);
  expect(share.used).toBe(2 ** 18);
  for (let i = 0; i < 20_000; i++) set.add(0, `name${i}`);
  expect(share.used).toBe(2 ** 19);
  expect(() => {
    for (let i = 0; i < 40_000; i++) set.add(1, `name${i}`);
  }).toThrow('The set of names that are taken needs 1048576 bytes');
  expect(share.used).toBe(2 ** 19);
});

test('begins small where there is no memory for what is expected', () => {
  const share = new MemoryShare(new MemoryBudget(2 ** 18));
  const set = new NameSet(1_000_000, share);
  expect(share.used).toBe(0);
  for (let i = 0; i < 5000; i++) set.add(0, `name${i}`);
  expect(share.used).toBe(2 ** 17);
});

test('knows what was added, folder by folder, however much it grows', () => {
  const set = new NameSet();
  const addAll = (): number => {
    let added = 0;
    for (let i = 0; i < 50_000; i++) added += set.add(i % 7, `name${i}`) ? 1 : 0;
    return added;
  };
  expect(addAll()).toBe(50_000);
  expect(addAll()).toBe(0);
  expect(set.has(0, 'name0')).toBe(true);
  expect(set.has(1, 'name0')).toBe(false);
  expect(set.has(0, '')).toBe(false);
});
