import { expect, it } from 'vitest';
import {
  type ByteSource,
  BytesSink,
  BytesSource,
  type CodecPool,
  createArchive,
  type FormatPlugin,
  natives,
  openArchive,
} from '../../src/index.ts';
import { toyFormat } from '../engine/toy-format.ts';

const contents = Array.from({ length: 40 }, (_, number) =>
  Uint8Array.from({ length: 100 + number * 37 }, (__, at) => (at * number) & 0x3f),
);
const entries = contents.map((bytes, number) => ({ path: `${number}.bin`, content: new BytesSource(bytes) }));

/** Answers in an order of its own: the last job first. */
function disorderlyPool(concurrency: number): CodecPool {
  return {
    concurrency,
    accepts: () => true,
    encode: async (input, steps, onlyBelow) => {
      await new Promise((resolve) => setTimeout(resolve, (input.length * 7) % 5));
      const { coreCodecs } = await import('../../src/index.ts');
      const codec = coreCodecs.find(({ id }) => id === steps[0]?.codec);
      const context = {
        keys: { get: () => undefined },
        strict: true,
        codec: () => coreCodecs[0],
        report: () => undefined,
      };
      const encoded = await codec?.encode?.(input, steps[0] ?? { codec: '' }, context as never);
      return encoded !== undefined && encoded.length < (onlyBelow ?? 1) * input.length ? encoded : undefined;
    },
  };
}

it.each([1, 2, 4])('gives the same bytes with %i workers that finish in any order', async (concurrency) => {
  const expected = new BytesSink();
  await createArchive(toyFormat, entries, expected, { options: { compress: true } });
  const sink = new BytesSink();
  await createArchive(toyFormat, entries, sink, {
    options: { compress: true },
    pool: disorderlyPool(concurrency),
  });
  expect(Buffer.compare(sink.bytes(), expected.bytes())).toBe(0);
});

it.each([false, true])('tells of every byte of content, with compress = %s', async (compress) => {
  let told = 0;
  await createArchive(toyFormat, entries, new BytesSink(), {
    options: { compress },
    progress: (bytes) => {
      told += bytes;
    },
  });
  expect(told).toBe(contents.reduce((sum, { length }) => sum + length, 0));
});

it('takes an abort that comes with the last of the progress', async () => {
  const abort = new AbortController();
  const reason = new Error('enough');
  const creating = createArchive(toyFormat, entries, new BytesSink(), {
    signal: abort.signal,
    progress: () => abort.abort(reason),
  });
  await expect(creating).rejects.toBe(reason);
});

it('keeps encoding within the budget, waiting instead of queueing', async () => {
  const { MemoryBudget } = await import('../../src/index.ts');
  const budget = new MemoryBudget(20_000);
  await createArchive(toyFormat, entries, new BytesSink(), {
    options: { compress: true },
    budget,
    pool: disorderlyPool(4),
  });
  expect(budget.peak).toBeLessThanOrEqual(20_000);
  expect(budget.used).toBe(0);
});

it('streams what could never be held, instead of waiting for ever', async () => {
  const { MemoryBudget } = await import('../../src/index.ts');
  const content = new BytesSource(new TextEncoder().encode('much of the same '.repeat(2000)));
  const create = async (budget: InstanceType<typeof MemoryBudget>): Promise<Uint8Array> => {
    const sink = new BytesSink();
    await createArchive(toyFormat, [...entries, { path: 'large', content }], sink, {
      options: { compress: true },
      budget,
      pool: disorderlyPool(2),
    });
    return sink.bytes();
  };
  const budget = new MemoryBudget(80_000);
  budget.take(20_000, 'A table that stays');
  expect(await create(budget)).toEqual(await create(new MemoryBudget(2 ** 20)));
  expect(budget.peak).toBeLessThanOrEqual(budget.limit);
  expect(budget.used).toBe(20_000);
});

it('stores a large entry that does not compress, without a trace of the attempt', async () => {
  expect(natives()).toBeDefined();
  const size = 17 * 2 ** 20;
  const noise: ByteSource = {
    size,
    read: (offset, length) => {
      const bytes = new Uint8Array(length);
      let state = offset + 1;
      for (let at = 0; at < length; at++) {
        state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + at) | 0;
        bytes[at] = state >>> 11;
      }
      return bytes;
    },
  };
  const sink = new BytesSink();
  await createArchive(toyFormat as FormatPlugin, [{ path: 'noise', content: noise }], sink, {
    options: { compress: true },
  });
  expect(sink.bytes().length).toBe(12 + size + 36);
  const archive = await openArchive(new BytesSource(sink.bytes()), { formats: [toyFormat], strict: true });
  expect((await archive.verify()).failures).toEqual([]);
});

it('gives all memory back after a failure, and leaves no rejection to nobody', async () => {
  const { MemoryBudget } = await import('../../src/index.ts');
  const budget = new MemoryBudget(30_000);
  let calls = 0;
  const failing: CodecPool = {
    concurrency: 2,
    accepts: () => true,
    encode: async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (calls++ === 0) throw new Error('broken');
      return new Uint8Array(10);
    },
  };
  const creating = createArchive(toyFormat, entries, new BytesSink(), {
    options: { compress: true },
    budget,
    pool: failing,
  });
  await expect(creating).rejects.toThrow('broken');
  await expect.poll(() => budget.used).toBe(0);
});
