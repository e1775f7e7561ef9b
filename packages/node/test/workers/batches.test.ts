import { expect, test } from 'vitest';
import { cutBatches, runEnd } from '../../src/workers/batches.ts';
import { toColumns } from '../support/to-columns.ts';

const columnsOf = (ranges: readonly (readonly [number, number])[]) =>
  toColumns(ranges.map(([offset, length]) => ({ extents: [{ offset, length }] })));

test('batches have at most 48 entries, and fit one read unless a single entry does not', () => {
  const small = columnsOf(Array.from({ length: 100 }, (_, i) => [i * 10, 10] as const));
  expect([...cutBatches(small)]).toEqual([48, 96, 100]);
  const mixed = columnsOf([
    [0, 600_000],
    [600_000, 600_000],
    [1_200_000, 5_000_000],
    [6_200_000, 10],
  ]);
  expect([...cutBatches(mixed)]).toEqual([1, 2, 3, 4]);
  expect([...cutBatches(columnsOf([]))]).toEqual([]);
});

test('a run is entries that follow each other closely', () => {
  const columns = columnsOf([
    [100, 50],
    [150, 50],
    [2048, 10],
    [10_000, 10],
    [5000, 10],
  ]);
  expect(runEnd(columns, 0, 5)).toBe(3);
  expect(runEnd(columns, 0, 2)).toBe(2);
  expect(runEnd(columns, 3, 5)).toBe(4);
});

test('offsets that are no numbers end somewhere', () => {
  const columns = columnsOf([
    [Number.NaN, 10],
    [-1, 2 ** 60],
    [5, Number.POSITIVE_INFINITY],
  ]);
  expect(cutBatches(columns).at(-1)).toBe(3);
  expect(runEnd(columns, 0, 3)).toBeGreaterThan(0);
});
