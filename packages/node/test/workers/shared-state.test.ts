import { expect, test } from 'vitest';
import { SharedState } from '../../src/workers/shared-state.ts';

test('threads take each batch once, count on their own and see a stop', () => {
  const state = SharedState.create(2);
  const other = new SharedState(state.buffers);
  expect([state.takeBatch(), other.takeBatch(), state.takeBatch()]).toEqual([0, 1, 2]);
  state.resetBatches();
  expect(other.takeBatch()).toBe(0);
  state.count(0, 1, 10);
  other.count(1, 1, 5);
  other.count(1, 1, 5);
  expect(state.done).toEqual({ files: 3, bytes: 20 });
  expect(other.isStopped).toBe(false);
  state.stop();
  expect(other.isStopped).toBe(true);
});

test('tells what a thread is writing, and waits for it no longer than told', () => {
  const state = SharedState.create(2);
  expect(state.awaitIdle(1, 1000)).toBe(-1);
  state.setBusy(1, 7);
  expect(state.awaitIdle(1, 5)).toBe(7);
  state.setBusy(1, -1);
  expect(state.busyRow(1)).toBe(-1);
});
