import { type Archive, MemoryBudget } from '@packwright/core';
import { expect, it } from 'vitest';
import { Crew } from '../../src/workers/crew.ts';

const megabyte = 2 ** 20;

/** An open archive as far as a crew looks at it. */
function archiveWith(budget: MemoryBudget, length: number): Archive {
  const archive: unknown = { length, reading: { budget, limits: { memory: budget.limit } } };
  return archive as Archive;
}

it.each([
  // memory, taken by a table, jobs → threads, entries in pieces from, rows in a wave, window
  [512, 0, 4, 4, 8 * megabyte, 65536, megabyte],
  [64, 0, 1, 1, 4 * megabyte, 52428, megabyte],
  [64, 0, 4, 4, 4 * megabyte, 52428, megabyte],
  [64, 32, 4, 2, 4 * megabyte, 26214, megabyte],
  [16, 0, 4, 3, megabyte, 13107, megabyte],
  [64, 60, 4, 1, 524288, 3276, 524288],
  [64, 63.5, 4, 1, 65536, 1024, 65536],
])(
  'with %d MiB, %d of them taken, and %i jobs',
  async (memory, taken, jobs, threads, largeFrom, rows, window) => {
    const budget = new MemoryBudget(memory * megabyte);
    budget.take(taken * megabyte, 'A table');
    const crew = new Crew(archiveWith(budget, 1_000_000), jobs);
    expect(crew).toMatchObject({ largeFrom, waveLength: rows, windowLength: window });
    expect(crew.state.threads).toBe(threads);
    expect(crew.limits.memory).toBe(2 * largeFrom);
    // A plan, and for each thread two windows and two entries.
    const perThread = 2 * window + 2 * largeFrom;
    expect(crew.memory.used).toBe(rows * 160 + threads * perThread);
    expect(budget.used).toBeLessThanOrEqual(budget.limit);
    await crew.close();
    expect(budget.used).toBe(taken * megabyte);
  },
);

it('plans no more rows than there are', () => {
  const crew = new Crew(archiveWith(new MemoryBudget(64 * megabyte), 10), 1);
  expect(crew.waveLength).toBe(10);
});

it('gives everything back where not even the least fits', () => {
  const budget = new MemoryBudget(300_000);
  expect(() => new Crew(archiveWith(budget, 1_000_000), 4)).toThrow('Reading entries needs 262144 bytes');
  expect(budget.used).toBe(0);
});
