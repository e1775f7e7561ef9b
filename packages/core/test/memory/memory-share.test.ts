import { expect, it } from 'vitest';
import { MemoryBudget, MemoryShare } from '../../src/index.ts';

it('gives back at once what one holder has drawn, and never more', () => {
  const budget = new MemoryBudget(100);
  budget.take(10, 'Something else');
  const share = new MemoryShare(budget);
  share.take(20, 'A table');
  expect(share.tryTake(30)).toBe(true);
  expect(share.tryTake(41)).toBe(false);
  share.release(5);
  expect([share.used, budget.used]).toEqual([45, 55]);
  share.release(1000);
  share.close();
  expect([share.used, budget.used]).toEqual([0, 10]);
});

it('says which limit to raise', () => {
  const share = new MemoryShare(new MemoryBudget(100));
  expect(() => share.take(101, 'A table')).toThrow(
    expect.objectContaining({
      code: 'LIMIT_EXCEEDED',
      message: 'A table needs 101 bytes of memory, but only 100 of 100 are free.',
      details: expect.objectContaining({ help: 'Raise the memory limit (--memory).' }),
    }),
  );
});

it('leaves a quarter to others when something can be done without', () => {
  const share = new MemoryShare(new MemoryBudget(100));
  expect(share.trySpare(76)).toBe(false);
  expect(share.trySpare(75)).toBe(true);
  expect(share.trySpare(1)).toBe(false);
  expect(share.tryTake(25)).toBe(true);
});

it('halves buffers until they fit, down to the least', () => {
  const share = new MemoryShare(new MemoryBudget(100));
  expect(share.takeBuffers(40, 5, 2, 'Buffers')).toBe(40);
  expect(share.takeBuffers(40, 5, 2, 'Buffers')).toBe(10);
  expect(() => share.takeBuffers(40, 5, 2, 'Buffers')).toThrow('Buffers needs 10 bytes');
  expect(share.used).toBe(100);
});

it('takes over what another share holds', () => {
  const budget = new MemoryBudget(100);
  const [one, other] = [new MemoryShare(budget), new MemoryShare(budget)];
  other.take(30, 'A table');
  one.adopt(other);
  other.close();
  expect([one.used, other.used, budget.used]).toEqual([30, 0, 30]);
});
