import { expect, it } from 'vitest';
import { MemoryBudget } from '../../src/index.ts';

it('gives what is free and remembers the most that was drawn', () => {
  const budget = new MemoryBudget(100);
  expect(budget.tryTake(60)).toBe(true);
  expect(budget.tryTake(50)).toBe(false);
  budget.release(60);
  expect(budget).toMatchObject({ used: 0, peak: 60, free: 100 });
});

it('refuses what must be held now and does not fit, with both numbers', () => {
  const budget = new MemoryBudget(100);
  budget.take(70, 'A table');
  expect(() => budget.take(40, 'A region')).toThrow(/A region needs 40 bytes.*only 30 of 100/);
});

it('lets those who come too late wait, in the order they came', async () => {
  const budget = new MemoryBudget(100);
  budget.take(100, 'everything');
  const order: string[] = [];
  const large = budget.wait(80, 'large').then(() => order.push('large'));
  const small = budget.wait(10, 'small').then(() => order.push('small'));
  budget.release(50);
  await Promise.resolve();
  expect(order).toEqual([]);
  budget.release(50);
  await Promise.all([large, small]);
  expect(order).toEqual(['large', 'small']);
  expect(budget.peak).toBe(100);
});

it('refuses at once to wait for more than there will ever be', async () => {
  await expect(new MemoryBudget(10).wait(11, 'too much')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});

it('leaves the queue with the signal’s own reason', async () => {
  const budget = new MemoryBudget(10);
  budget.take(10, 'all');
  const controller = new AbortController();
  const waiting = budget.wait(5, 'late', controller.signal);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  budget.release(10);
  expect(budget.tryTake(10)).toBe(true);
});

it('lets in those behind one that gives up, when they fit', async () => {
  const budget = new MemoryBudget(100);
  budget.take(50, 'Something');
  const controller = new AbortController();
  const large = budget.wait(80, 'large', controller.signal);
  const order: string[] = [];
  const small = budget.wait(10, 'small').then(() => order.push('small'));
  const middle = budget.wait(30, 'middle').then(() => order.push('middle'));
  const late = budget.wait(20, 'late').then(() => order.push('late'));
  controller.abort();
  await expect(large).rejects.toBe(controller.signal.reason);
  await Promise.all([small, middle]);
  expect(order).toEqual(['small', 'middle']);
  expect(budget.used).toBe(90);
  budget.release(10);
  await late;
  expect(budget.tryTake(0)).toBe(true);
}, 5000);

it('lets all leave whose signal goes off, also those there would be room for then', async () => {
  const budget = new MemoryBudget(100);
  budget.take(50, 'Something');
  const controller = new AbortController();
  const all = [80, 10, 20].map((bytes) => budget.wait(bytes, 'late', controller.signal));
  const other = budget.wait(40, 'other');
  controller.abort();
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await other;
  expect(budget.used).toBe(90);
});
