import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BytesSink, createArchive, type FormatPlugin, MemoryBudget } from '@packwright/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanFiles } from '../../src/files/scan-files.ts';
import { installNodeNatives } from '../../src/natives/install-natives.ts';
import { FileBatches } from '../../src/workers/file-batches.ts';
import { NodeCodecPool } from '../../src/workers/node-codec-pool.ts';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { toyFormat } from '../support/toy-format.ts';

/** The toy format with a writer: every entry deflated where that helps, with a checksum, no table. */
const writable: FormatPlugin = {
  ...toyFormat,
  writer: {
    options: {},
    check: () => [],
    async *write(entries) {
      for (const entry of entries.keys())
        yield {
          pieces: [{ entry }],
          steps: [{ codec: 'zlib', level: 6 }],
          onlyBelow: 0.9,
          checksum: { algorithm: 'crc32', over: 'stored' },
        };
    },
  },
};
const count = 400;
let folder = '';

beforeEach(() => {
  installNodeNatives();
  folder = mkdtempSync(join(tmpdir(), 'file-batches-'));
  for (let number = 0; number < count; number++) {
    const content = number % 7 === 0 ? randomBytes(3000) : `text ${number} `.repeat(number * 3);
    writeFileSync(join(folder, `f${number}`), content);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function create(
  jobs: number | undefined,
  options: { budget?: MemoryBudget; signal?: AbortSignal; progress?: () => void; spoil?: () => void } = {},
): Promise<{ digest: string; messages: number }> {
  const { entries } = scanFiles([folder]);
  options.spoil?.();
  const sink = new BytesSink();
  const pool = jobs === undefined ? undefined : new NodeCodecPool(writable, jobs);
  try {
    await createArchive(writable, entries, sink, { ...options, pool });
  } finally {
    await pool?.close();
  }
  return { digest: createHash('sha1').update(sink.bytes()).digest('hex'), messages: pool?.messages ?? 0 };
}

describeWithWorkers('Files that threads read themselves', () => {
  test('give the same archive for any number of threads, in few messages', async () => {
    const alone = await create(undefined);
    for (const jobs of [1, 2, 4]) {
      const { digest, messages } = await create(jobs);
      expect(digest).toBe(alone.digest);
      expect(messages).toBeLessThanOrEqual(jobs === 1 ? 0 : count / 20);
    }
  });

  test('wait for memory instead of taking more than there is', async () => {
    const budget = new MemoryBudget(100_000);
    const { digest } = await create(2, { budget });
    expect(digest).toBe((await create(undefined)).digest);
    expect(budget.peak).toBeLessThanOrEqual(100_000);
    expect(budget.used).toBe(0);
  });

  test.each([
    ['became shorter', 'SOURCE_CHANGED', () => truncateSync(join(folder, 'f101'), 10)],
    ['vanished', 'SOURCE_FAILED', () => rmSync(join(folder, 'f102'))],
  ])('fail when one %s, and leave nobody waiting', async (_, code, spoil) => {
    const budget = new MemoryBudget(50_000);
    await expect(create(2, { budget, spoil })).rejects.toMatchObject({ code });
    // What was under way gives its memory back, so whoever shares the budget gets all of it.
    await budget.wait(50_000, 'The next one');
    expect(budget.used).toBe(50_000);
  });

  test('stop at an abort', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const { signal } = abort;
    await expect(create(2, { signal, progress: () => abort.abort(reason) })).rejects.toBe(reason);
  });
});

test('everyone in a batch that failed is told', async () => {
  const reason = new Error('broken');
  const batches = new FileBatches(() => Promise.reject(reason));
  const part = { path: 'x', size: 1, from: 0, length: 1, steps: [], onlyBelow: undefined };
  const results = await Promise.allSettled([batches.add(part), batches.add(part), batches.add(part)]);
  expect(results).toEqual(results.map(() => ({ status: 'rejected', reason })));
});
