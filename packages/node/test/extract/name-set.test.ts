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
