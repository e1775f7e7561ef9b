import { createHash, randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { BytesSink, BytesSource, createArchive, type FormatPlugin, type WriteEntry } from '@packwright/core';
import { beforeAll, expect, test } from 'vitest';
import { installNodeNatives } from '../../src/natives/install-natives.ts';
import { NodeCodecPool } from '../../src/workers/node-codec-pool.ts';
import { describeWithWorkers } from '../support/describe-with-workers.ts';
import { sameBytes } from '../support/same-bytes.ts';
import { toyFormat } from '../support/toy-format.ts';

const zlib = [{ codec: 'zlib', level: 6 }];

/** The toy format with a writer: every entry deflated, no table. */
const writable: FormatPlugin = {
  ...toyFormat,
  writer: {
    options: {},
    check: () => [],
    async *write(entries) {
      for (const entry of entries.keys()) yield { pieces: [{ entry }], steps: zlib, onlyBelow: 0.9 };
    },
  },
};

const entries: readonly WriteEntry[] = Array.from({ length: 60 }, (_, number) => ({
  path: `f${number}`,
  content: new BytesSource(
    number % 7 === 0
      ? new Uint8Array(randomBytes(5000))
      : new TextEncoder().encode(`text ${number} `.repeat(number * 50)),
  ),
}));

async function create(jobs: number | undefined): Promise<string> {
  const sink = new BytesSink();
  const pool = jobs === undefined ? undefined : new NodeCodecPool(writable, jobs);
  await createArchive(writable, entries, sink, { pool });
  await pool?.close();
  return createHash('sha1').update(sink.bytes()).digest('hex');
}

beforeAll(() => installNodeNatives());

describeWithWorkers('NodeCodecPool', () => {
  test('gives the same archive for any number of threads', async () => {
    const alone = await create(undefined);
    for (const jobs of [1, 2, 4]) expect(await create(jobs)).toBe(alone);
  });

  test('encodes, says what is not worth it, and passes errors on', async () => {
    const pool = new NodeCodecPool(toyFormat, 2);
    const words = new TextEncoder().encode('words '.repeat(1000));
    const encoded = await pool.encode(words, zlib, undefined);
    expect(encoded !== undefined && sameBytes(inflateSync(encoded), words)).toBe(true);
    expect(await pool.encode(new Uint8Array(randomBytes(1000)), zlib, 0.9)).toBeUndefined();
    await expect(pool.encode(words, [{ codec: 'zlib', level: 77 }], undefined)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
    expect(words.length).toBe(6000);
    await pool.close();
  });

  test('accepts what its threads can do', async () => {
    const pool = new NodeCodecPool(toyFormat, 2);
    expect(pool.concurrency).toBe(2);
    expect(pool.accepts(zlib)).toBe(true);
    expect(pool.accepts([{ codec: 'toy/xor' }])).toBe(false);
    expect(pool.accepts([{ codec: 'nowhere' }])).toBe(false);
    await pool.close();
    const alone = new NodeCodecPool(toyFormat, 1);
    expect(alone.concurrency).toBe(1);
    expect(alone.accepts(zlib)).toBe(false);
    await alone.close();
  });
});
