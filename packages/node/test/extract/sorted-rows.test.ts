import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedRows } from '../../src/extract/sorted-rows.ts';

function sortedSlowly(keys: readonly number[]): number[] {
  return keys.map((_, row) => row).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
}

test.each([
  ['no keys', []],
  ['one key', [7]],
  ['equal keys', [3, 1, 3, 1, 3]],
  ['keys that leave no bits for the row', [Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER, 5]],
  ['keys below zero, as those of solid blocks', [-(2 ** 48), 12, -(2 ** 49), 0]],
])('sorts %s', (_, keys) => {
  expect([...sortedRows(keys)]).toEqual(sortedSlowly(keys));
});

test('sorts whatever numbers there are, and leaves equal ones in their order', () => {
  const key = fc.oneof(fc.maxSafeInteger(), fc.nat(20));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
      expect([...sortedRows(keys)]).toEqual(sortedSlowly(keys));
    }),
  );
});
