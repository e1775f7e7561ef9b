import {
  BytesSink,
  BytesSource,
  createArchive,
  type FormatPlugin,
  MemoryBudget,
  openArchive,
} from '@packwright/core';
import { expect, test } from 'vitest';
import { passingSource } from '../../src/edit/passing-source.ts';

const text = new TextEncoder().encode('packwright '.repeat(1000));

/** One zlib stream of a known size: the smallest format with something to hold while decoding. */
const zlibFormat: FormatPlugin = {
  contract: 1,
  id: 'zlib',
  title: 'One zlib stream',
  extensions: [],
  signatures: [],
  options: {},
  detect: () => ({ confidence: 1, reason: 'the test says so' }),
  open: async (source) => ({
    variant: 'one',
    structure: [],
    entries: {
      length: 1,
      at: () => ({
        path: 'text',
        size: text.length,
        extents: [{ offset: 0, length: source.size, size: text.length, steps: [{ codec: 'zlib' }] }],
      }),
    },
  }),
  writer: {
    options: {},
    check: () => [],
    async *write() {
      yield { pieces: [{ entry: 0 }], steps: [{ codec: 'zlib' }] };
    },
  },
};

test('memory is given back when the end was read, and reading again works', async () => {
  const sink = new BytesSink();
  await createArchive(zlibFormat, [{ path: 'text', content: new BytesSource(text) }], sink);
  const budget = new MemoryBudget(2 ** 20);
  const archive = await openArchive(new BytesSource(sink.bytes()), { formats: [zlibFormat], budget });
  const content = await passingSource(archive.entry(0));
  expect(content.size).toBe(text.length);
  for (let turn = 0; turn < 2; turn++) {
    await content.read(0, 100);
    expect(budget.used).toBe(text.length);
    expect(await content.read(100, text.length - 100)).toEqual(text.subarray(100));
    expect(budget.used).toBe(0);
  }
});
