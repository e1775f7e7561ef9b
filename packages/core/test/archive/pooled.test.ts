import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type Archive,
  type ByteSource,
  BytesSource,
  type Codec,
  type CodecStep,
  type Extent,
  type FormatPlugin,
  openArchive,
} from '../../src/index.ts';
import { inflateEngine } from '../../src/wasm/inflate-engine.ts';
import { failureOf } from '../support/codec-run.ts';
import { expectSameBytes, join, makeNoise, makeText } from '../support/corpus.ts';

const first = makeText(5000);
const second = makeNoise(4000);
const both = join([first, second]);
const deflate = (plain: Uint8Array, options: zlib.ZlibOptions = {}): Uint8Array =>
  new Uint8Array(zlib.deflateSync(plain, options));

const zlibStep: CodecStep = { codec: 'zlib' };
const handsOnStep: CodecStep = { codec: 'test/hands-on' };
const stored = { first: deflate(first), second: deflate(second) };

/** Two streams one behind the other; both are decoded, with the context of this one, before either is used. */
const twice: Codec = {
  id: 'test/twice',
  decode(input, _step, _size, context) {
    const { length } = stored.first;
    const inner = context.codec('zlib');
    const parts = [
      inner.decode(input.subarray(0, length), zlibStep, first.length, context),
      inner.decode(input.subarray(length), zlibStep, second.length, context),
    ];
    return join(parts.map((part) => (part instanceof Promise ? expect.fail('expected bytes') : part)));
  },
};

/** Hands over, as formats do that have a head before a stream. */
const handsOn: Codec = {
  id: 'test/hands-on',
  pools: true,
  decode(input, step, size, context) {
    const wanted = typeof step.size === 'number' ? step.size : size;
    return context.codec('zlib').decode(input, zlibStep, wanted, context);
  },
};

/** An archive of one entry with these extents. */
function openEntry(source: ByteSource, extents: readonly Extent[]): Promise<Archive> {
  const entries = [{ path: 'a', extents }];
  const plugin: FormatPlugin = {
    contract: 1,
    id: 'test',
    title: 'test',
    extensions: [],
    signatures: [],
    options: {},
    codecs: [twice, handsOn],
    detect: () => ({ confidence: 100, reason: 'test' }),
    open: async () => ({
      variant: '',
      entries: { length: 1, at: (number) => entries[number] ?? expect.fail('no such row') },
      structure: [],
    }),
  };
  return openArchive(source, { formats: [plugin] });
}

/** What a pooled read gives: at once, and wherever it lies. */
async function readPooled(bytes: Uint8Array, extents: readonly Extent[]): Promise<Uint8Array> {
  const archive = await openEntry(new BytesSource(bytes), extents);
  const found = archive.entry(0).bytesNow({ pooled: true });
  return found instanceof Promise ? expect.fail('expected bytes') : found;
}

const isInEngine = (bytes: Uint8Array): boolean => bytes.buffer === inflateEngine()?.memory.buffer;

describe('a pooled read', () => {
  const whole = (bytes: Uint8Array, size: number, ...steps: readonly CodecStep[]): readonly Extent[] => [
    { offset: 0, length: bytes.length, size, steps },
  ];

  it.each(['zlib', 'test/hands-on'])('gives the memory of the engine itself, through %s', async (codec) => {
    const found = await readPooled(stored.first, whole(stored.first, first.length, { codec }));
    expectSameBytes(found, first);
    expect(isInEngine(found)).toBe(true);
  });

  it('of several extents joins what each of them gave', async () => {
    const start = stored.first.length;
    const found = await readPooled(join([stored.first, stored.second]), [
      { offset: 0, length: start, size: first.length, steps: [zlibStep] },
      { offset: start, length: stored.second.length, size: second.length, steps: [zlibStep] },
    ]);
    expectSameBytes(found, both);
  });

  it('asks nothing of a codec that decodes one stream while it holds another', async () => {
    const bytes = join([stored.first, stored.second]);
    expectSameBytes(await readPooled(bytes, whole(bytes, both.length, { codec: 'test/twice' })), both);
  });

  it('of a stream in a stream leaves the inner one as it is, for who tells what is wrong with it', async () => {
    const inner = stored.first.with(-1, (stored.first.at(-1) ?? 0) ^ 1);
    const nested = deflate(inner);
    const step = { ...handsOnStep, size: inner.length };
    const archive = await openEntry(new BytesSource(nested), whole(nested, first.length, step, zlibStep));
    const entry = archive.entry(0);
    const failure = await failureOf(() => entry.bytes());
    expect(failure.message).toContain('Adler-32');
    expect(await failureOf(() => entry.bytesNow({ pooled: true }))).toEqual(failure);
  });

  it('that has to wait gives bytes of its own', async () => {
    const inner = new BytesSource(stored.first);
    const slow: ByteSource = { size: inner.size, read: async (offset, length) => inner.read(offset, length) };
    const archive = await openEntry(slow, whole(stored.first, first.length, zlibStep));
    const found = await archive.entry(0).bytesNow({ pooled: true });
    expect(isInEngine(found)).toBe(false);
    expectSameBytes(found, first);
  });

  it('is never what other reads are', async () => {
    const archive = await openEntry(
      new BytesSource(stored.first),
      whole(stored.first, first.length, zlibStep),
    );
    const entry = archive.entry(0);
    const source = await entry.source();
    const kept = [await entry.bytes(), await entry.bytesNow(), await source.read(0, first.length)];
    for await (const chunk of entry.chunks()) kept.push(chunk);
    expect(kept.map(isInEngine)).toEqual([false, false, false, false]);
    expect(await entry.verify()).toBe(first.length);
    for (const bytes of kept) expectSameBytes(bytes, first);
  });
});
