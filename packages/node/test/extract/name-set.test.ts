import { expect, test } from 'vitest';
import { NameSet } from '../../src/extract/name-set.ts';

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
