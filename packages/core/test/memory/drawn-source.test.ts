import { describe, expect, it } from 'vitest';
import { type Awaitable, type ByteSource, MemoryBudget, MemoryShare } from '../../src/index.ts';
import { DrawnSource } from '../../src/memory/drawn-source.ts';

const size = 100;

function makeSource(read: () => Awaitable<Uint8Array>): ByteSource {
  return {
    size,
    name: undefined,
    read,
    readInto: (): Awaitable<void> => {
      const bytes = read();
      return bytes instanceof Promise ? bytes.then(() => {}) : undefined;
    },
  };
}

const fails = (): never => {
  throw new Error('The disk is gone.');
};

describe.each([
  ['at once', fails],
  ['later', () => Promise.resolve().then(fails)],
])('a read that fails %s', (_, read) => {
  it.each([
    ['read', (source: DrawnSource) => source.read(0, 30)],
    ['readInto', (source: DrawnSource) => source.readInto?.(0, new Uint8Array(30))],
  ])('gives back what was drawn for it: %s', async (_, call) => {
    const share = new MemoryShare(new MemoryBudget(size));
    share.take(10, 'A table');
    const source = new DrawnSource(makeSource(read), share, () => true);
    await expect((async () => call(source))()).rejects.toThrow('The disk is gone.');
    expect(share.used).toBe(10);
  });

  it('gives back nothing when nothing was drawn', async () => {
    const share = new MemoryShare(new MemoryBudget(size));
    share.take(10, 'A table');
    const source = new DrawnSource(makeSource(read), share, () => false);
    await expect((async () => source.read(0, 30))()).rejects.toThrow('The disk is gone.');
    expect(share.used).toBe(10);
  });
});

it('keeps drawn what was read', async () => {
  const share = new MemoryShare(new MemoryBudget(size));
  const source = new DrawnSource(
    makeSource(() => Promise.resolve(new Uint8Array(30))),
    share,
    () => true,
  );
  await source.read(0, 30);
  expect(share.used).toBe(30);
});
