import { expect, test } from 'vitest';
import { detectAlignment, endOfApart, isOrdered, runningStarts } from '../../src/packfile/alignment.ts';

const ranges = (pairs: readonly (readonly [number, number])[]) => ({
  length: pairs.length,
  start: (entry: number) => pairs[entry]?.[0] ?? 0,
  size: (entry: number) => pairs[entry]?.[1] ?? 0,
});

test.each([
  [
    'packed',
    16,
    [
      [0, 1040],
      [1040, 302],
      [1342, 2752],
    ],
    1,
  ],
  [
    'on 64 bytes',
    1,
    [
      [0, 70702],
      [70720, 169223],
      [240000, 9],
    ],
    64,
  ],
  [
    'on sectors',
    2048,
    [
      [0, 9859],
      [10240, 8957],
      [20480, 1],
    ],
    2048,
  ],
  ['one entry takes the usual', 2048, [[0, 5]], 2048],
  ['no entry takes the usual', 16, [], 16],
  [
    'two alignments fit, the usual wins',
    64,
    [
      [0, 64],
      [64, 1],
    ],
    64,
  ],
  [
    'no alignment fits',
    16,
    [
      [0, 5],
      [7, 5],
    ],
    undefined,
  ],
] as const)('%s', (_, usual, pairs, expected) => {
  expect(detectAlignment(ranges(pairs), usual)).toBe(expected);
});

test('entries are in order while none begins before the one before it ends', () => {
  expect(
    isOrdered(
      ranges([
        [0, 5],
        [5, 0],
        [5, 3],
      ]),
    ),
  ).toBe(true);
  expect(
    isOrdered(
      ranges([
        [0, 5],
        [4, 1],
      ]),
    ),
  ).toBe(false);
});

test('entries that lie apart have an end, whatever their order', () => {
  const apart = [
    [48, 21],
    [16, 20],
    [50, 0],
    [0, 13],
  ] as const;
  expect(endOfApart(ranges(apart))).toBe(69);
  expect(endOfApart(ranges([...apart, [60, 1]]))).toBeUndefined();
  expect(endOfApart(ranges([]))).toBe(0);
});

test('running starts go beyond 32 bits', () => {
  const { starts, end } = runningStarts({ length: 3, size: () => 3_000_000_000 }, 2048);
  expect([...starts]).toEqual([0, 3_000_000_512, 6_000_001_024]);
  expect(end).toBe(9_000_001_024);
});
