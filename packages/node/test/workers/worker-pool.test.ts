import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCodeStore } from '../../src/programs/code-store.ts';
import { usePrograms } from '../../src/programs/current-programs.ts';
import { ProgramLoader } from '../../src/programs/program-loader.ts';
import { WorkerPool } from '../../src/workers/worker-pool.ts';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const importer = (url: string): Promise<unknown> => import(url);

afterAll(() => usePrograms(new ProgramLoader(importer)));

/** Lets each thread encode so many times, then gives the files that are kept, with their sizes. */
async function keep(...tasks: readonly number[]): Promise<readonly number[]> {
  const folder = join(temporaryFolder(), 'packwright');
  mkdirSync(join(folder, '..'), { recursive: true });
  usePrograms(new ProgramLoader(importer, makeCodeStore(folder, 'test')));
  const pool = new WorkerPool(tasks.length);
  for (const [thread, times] of tasks.entries()) {
    for (let time = 0; time < times; time++) {
      // One that has much to do compiles the encoder, too.
      const steps = times === 1 ? [] : [{ codec: 'zlib', level: 6 }];
      const work = { input: new Uint8Array(randomBytes(100_000)), steps, onlyBelow: undefined };
      await pool.run(thread, { kind: 'encode', work, moduleUrl: undefined });
    }
  }
  await pool.close();
  return readdirSync(folder).map((name) => statSync(join(folder, name)).size);
}

describeWithWorkers('WorkerPool', () => {
  test('has the thread that worked most keep the code, and no other', async () => {
    const [poor = 0] = await keep(1);
    const [rich = 0] = await keep(40);
    expect(rich).toBeGreaterThan(poor + 1000);
    for (const tasks of [
      [40, 1, 1],
      [1, 40, 1],
      [1, 1, 40],
      [0, 0, 40],
    ]) {
      const sizes = await keep(...tasks);
      expect(sizes).toHaveLength(1);
      expect(sizes[0]).toBeGreaterThan((poor + rich) / 2);
    }
  });

  test('keeps nothing of threads that did nothing', async () => {
    await expect(keep(0, 0)).rejects.toThrow('ENOENT');
  });
});
