import type { Awaitable } from '../contract/awaitable.ts';

/** Runs work that yields what it must wait for: to its end at once where that is nothing. */
export function runWaiting(work: Generator<Awaitable<void>, void, undefined>): Awaitable<void> {
  const { done, value } = work.next();
  if (done !== true) return waitFor(value, work);
}

async function waitFor(first: Awaitable<void>, work: Iterable<Awaitable<void>>): Promise<void> {
  await first;
  for (const next of work) await next;
}
