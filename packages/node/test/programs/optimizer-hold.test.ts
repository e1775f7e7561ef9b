import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowOptimizerHold, OptimizerHold } from '../../src/programs/optimizer-hold.ts';

/** A function that nobody has called, and whether V8 has optimised it. */
type Subject = readonly [work: (rounds: number) => number, status: () => number];

let disallow: () => void;

beforeAll(() => {
  setFlagsFromString('--allow-natives-syntax');
  disallow = allowOptimizerHold();
});

afterAll(() => {
  disallow();
  setFlagsFromString('--no-allow-natives-syntax');
});

function makeSubject(): Subject {
  const text = `(() => {
    const work = (rounds) => { let sum = 0; for (let i = 0; i < rounds; i++) sum = (sum * 31 + i) | 0; return sum; };
    return [work, () => %GetOptimizationStatus(work)];
  })()`;
  return runInThisContext(text) as Subject;
}

/** Bits of the status: by V8's best compiler, or by one of its better ones. */
const optimized = 1 << 4;

/** Whether V8 optimises a function that is called for so many milliseconds; it needs a few of them. */
async function isOptimised([work, status]: Subject, milliseconds = 5000): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    for (let call = 0; call < 100; call++) work(100);
    // What was compiled in another thread is taken over between turns.
    await new Promise((done) => setImmediate(done));
    if ((status() & optimized) !== 0) return true;
  }
  return false;
}

test('V8 optimises nothing from the moment that all threads are there until the end of the work', async () => {
  const subject = makeSubject();
  const hold = new OptimizerHold();
  hold.look(false);
  expect(await isOptimised(makeSubject())).toBe(true);
  hold.look(true);
  expect(await isOptimised(subject, 200)).toBe(false);
  hold.end();
  expect(await isOptimised(subject)).toBe(true);
});

test('work that goes on is optimised after all, and not held again', async () => {
  const hold = new OptimizerHold();
  hold.look(true);
  const end = performance.now() + 550;
  while (performance.now() < end) hold.look(true);
  expect(await isOptimised(makeSubject())).toBe(true);
  hold.look(true);
  expect(await isOptimised(makeSubject())).toBe(true);
  hold.end();
});

test('nothing is held where nobody allowed it', async () => {
  disallow();
  const hold = new OptimizerHold();
  hold.look(true);
  expect(await isOptimised(makeSubject())).toBe(true);
  hold.end();
  disallow = allowOptimizerHold();
});
