import { expect, test } from 'vitest';
import { findRoom } from '../../src/index.ts';

const ranges = (pairs: readonly (readonly [number, number])[]) => ({
  length: pairs.length,
  offset: (entry: number) => pairs[entry]?.[0] ?? 0,
  size: (entry: number) => pairs[entry]?.[1] ?? 0,
});

test('room reaches up to the next entry, whatever the order of the directory', () => {
  const room = findRoom(
    ranges([
      [4096, 10],
      [0, 5],
      [2048, 7],
    ]),
    new Set([0, 1, 2]),
  );
  expect([...room].sort()).toEqual([
    [0, Number.POSITIVE_INFINITY],
    [1, 2048],
    [2, 2048],
  ]);
});

test('shared bytes leave no room', () => {
  const same = findRoom(
    ranges([
      [0, 5],
      [0, 5],
    ]),
    new Set([0]),
  );
  expect(same.get(0)).toBe(0);
  const inside = findRoom(
    ranges([
      [0, 100],
      [50, 5],
    ]),
    new Set([1]),
  );
  expect(inside.get(1)).toBe(0);
});

test('empty entries are in nobody’s way', () => {
  expect(
    findRoom(
      ranges([
        [0, 5],
        [16, 0],
        [64, 1],
      ]),
      new Set([0]),
    ).get(0),
  ).toBe(64);
});
