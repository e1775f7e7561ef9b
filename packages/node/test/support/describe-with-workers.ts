import { describe } from 'vitest';
import { builtFile } from '../../src/files/built-file.ts';

const isBuilt = builtFile('workers/thread.cjs') !== undefined;
if (!isBuilt)
  console.warn('SKIPPED: tests with worker threads need the built package; run `npm run build` first.');

/** Tests that need worker threads, which run the built package. */
export const describeWithWorkers: typeof describe.skip = isBuilt ? describe : describe.skip;
