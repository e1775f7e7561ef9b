import { describe, expect, test } from 'vitest';
import type { ByteSource, ReadOptions } from '../../src/contract/byte-source.ts';
import { BlobSource } from '../../src/sources/blob-source.ts';
import { BytesSource } from '../../src/sources/bytes-source.ts';
import { ConcatSource } from '../../src/sources/concat-source.ts';
import { OverlaySource } from '../../src/sources/overlay-source.ts';
import { readExactly } from '../../src/sources/read-exactly.ts';
import { flatten, SliceSource } from '../../src/sources/slice-source.ts';
import { failureOf } from '../support/codec-run.ts';
import { join, makeNoise, Random } from '../support/corpus.ts';

const noise = makeNoise(1000);

/** A source whose bytes come later, without a fast path. */
class LaterSource implements ByteSource {
  readonly size: number;
  reads = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  async read(offset: number, length: number, options?: ReadOptions): Promise<Uint8Array> {
    this.reads++;
    await Promise.resolve();
    options?.signal?.throwIfAborted();
    return this.#bytes.subarray(offset, offset + length);
  }
}

const makers: readonly [string, () => ByteSource][] = [
  ['bytes', () => new BytesSource(noise)],
  ['blob', () => new BlobSource(new Blob([noise.slice(0, 300), noise.slice(300)]))],
  [
    'slice',
    () => new SliceSource(new BytesSource(join([makeNoise(50, 2), noise, makeNoise(50, 3)])), 50, 1000),
  ],
  ['slice of later bytes', () => new SliceSource(new LaterSource(join([Uint8Array.of(1), noise])), 1, 1000)],
  [
    'concat',
    () =>
      new ConcatSource([
        noise.subarray(0, 1),
        new Uint8Array(0),
        new BytesSource(noise.subarray(1, 500)),
        new LaterSource(noise.subarray(500, 501)),
        noise.subarray(501),
      ]),
  ],
  [
    'overlay',
    () =>
      new OverlaySource(
        new BytesSource(join([noise.subarray(0, 400), new Uint8Array(200)])),
        [
          { offset: 600, bytes: noise.subarray(600, 1000) },
          { offset: 400, source: new LaterSource(noise.subarray(400, 600)) },
          { offset: 5, bytes: new Uint8Array(0) },
          { offset: 10, bytes: noise.subarray(10, 20) },
        ],
        1000,
      ),
  ],
];

describe.each(makers)('%s', (_, make) => {
  test('has the size and gives every range', async () => {
    const source = make();
    expect(source.size).toBe(1000);
    const random = new Random(5);
    for (let round = 0; round < 60; round++) {
      const offset = random.below(1001);
      const length = random.below(1001 - offset);
      expect(await source.read(offset, length)).toEqual(noise.subarray(offset, offset + length));
    }
    expect(await source.read(0, 1000)).toEqual(noise);
    expect(await source.read(1000, 0)).toEqual(new Uint8Array(0));
  });

  test('fills a buffer of the caller', async () => {
    const source = make();
    const random = new Random(6);
    for (let round = 0; round < 30; round++) {
      const offset = random.below(1001);
      const target = new Uint8Array(random.below(1001 - offset)).fill(0xee);
      await readExactly(source, offset, target);
      expect(target).toEqual(noise.subarray(offset, offset + target.length));
    }
  });

  test('refuses ranges outside with the numbers', async () => {
    const source = make();
    for (const [offset, length] of [
      [0, 1001],
      [1000, 1],
      [1001, 0],
      [-1, 1],
      [1, -1],
      [0.5, 1],
      [Number.NaN, 1],
      [2 ** 53, 1],
      [0, Number.POSITIVE_INFINITY],
    ] as const) {
      const failure = await failureOf(async () => source.read(offset, length));
      expect(failure.code).toBe('SOURCE_OUT_OF_RANGE');
      expect(failure.message).toContain('1000');
      expect(failure.message).toContain(String(offset));
    }
    const target = new Uint8Array(1001);
    expect((await failureOf(async () => source.readInto?.(0, target) ?? source.read(0, 1001))).code).toBe(
      'SOURCE_OUT_OF_RANGE',
    );
  });

  test('stops with the reason of the signal', async () => {
    const reason = new Error('enough');
    await expect(async () => make().read(0, 600, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('BytesSource', () => {
  test('reads at once, and gives views', () => {
    const source = new BytesSource(noise, 'data.pak');
    const view = source.read(10, 20);
    expect(view.buffer).toBe(noise.buffer);
    expect(source.name).toBe('data.pak');
  });
});

describe('BlobSource', () => {
  test('takes its name from a file', () => {
    expect(new BlobSource(new File([noise.slice()], 'data.pak')).name).toBe('data.pak');
    expect(new BlobSource(new Blob([])).name).toBeUndefined();
  });

  test.each([
    ['NotReadableError', 'SOURCE_CHANGED'],
    ['SecurityError', 'SOURCE_FAILED'],
  ])('a %s of the browser is %s', async (name, code) => {
    const blob = new Blob([noise.slice()]);
    blob.slice = () => {
      throw new DOMException('the browser said no', name);
    };
    const failure = await failureOf(() => new BlobSource(blob).read(0, 10));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain('the browser said no');
  });

  test('a file that became shorter has changed', async () => {
    const blob = new Blob([noise.slice()]);
    blob.slice = () => new Blob([noise.slice(0, 4)]);
    const failure = await failureOf(() => new BlobSource(blob).read(0, 10));
    expect(failure).toEqual({
      code: 'SOURCE_CHANGED',
      message: 'Found 4 bytes at offset 0, expected 10: the file has changed.',
    });
  });
});

describe('SliceSource', () => {
  test('of slices reads from the first base', () => {
    const base = new BytesSource(noise);
    const inner = new SliceSource(new SliceSource(new SliceSource(base, 100, 800), 50, 700), 7, 100, {
      name: 'x',
    });
    expect(inner.base).toBe(base);
    expect(inner.offset).toBe(157);
    expect(flatten(inner)).toEqual({ base, offset: 157 });
    expect(flatten(base)).toBeUndefined();
    expect(inner.name).toBe('x');
    expect(inner.read(0, 100)).toEqual(noise.subarray(157, 257));
  });

  test('is cut at the end of what it slices', () => {
    const base = new BytesSource(noise);
    expect(new SliceSource(base, 990, 100).size).toBe(10);
    expect(new SliceSource(base, 2000, 100).size).toBe(0);
    expect(new SliceSource(base, 10, -5).size).toBe(0);
    expect(new SliceSource(new SliceSource(base, 0, 10), 5, 100).size).toBe(5);
  });

  test('opens siblings where it stands for a file', async () => {
    const other = new BytesSource(noise);
    const slice = new SliceSource(other, 0, 10, { sibling: async () => other });
    expect(await slice.sibling?.('b')).toBe(other);
    expect(new SliceSource(other, 0, 10).sibling).toBeUndefined();
  });
});

describe('ConcatSource and OverlaySource', () => {
  test('read at once where their parts do', () => {
    const source = new ConcatSource([noise.subarray(0, 10), noise.subarray(10, 20)]);
    expect(source.read(5, 10)).toEqual(noise.subarray(5, 15));
    const overlay = new OverlaySource(new BytesSource(noise), [{ offset: 3, bytes: Uint8Array.of(9) }]);
    expect(overlay.read(2, 3)).toEqual(Uint8Array.of(noise[2] ?? 0, 9, noise[4] ?? 0));
  });

  test('pass a range that lies in one part through without a copy', () => {
    const view = new ConcatSource([noise.subarray(0, 10), noise.subarray(10, 20)]).read(12, 3);
    expect(view).toHaveProperty('buffer', noise.buffer);
  });

  test('no parts at all are an empty source', () => {
    expect(new ConcatSource([]).read(0, 0)).toEqual(new Uint8Array(0));
  });

  test('an overlay beyond its base has zeros between, also in a used buffer', async () => {
    const overlay = new OverlaySource(
      new BytesSource(noise),
      [{ offset: 1005, bytes: Uint8Array.of(7) }],
      1010,
    );
    const expected = join([noise.subarray(998), new Uint8Array(5), Uint8Array.of(7), new Uint8Array(4)]);
    expect(overlay.read(998, 12)).toEqual(expected);
    const target = new Uint8Array(12).fill(0xee);
    await overlay.readInto(998, target);
    expect(target).toEqual(expected);
  });

  test('an overlay may be shorter than its base', async () => {
    const overlay = new OverlaySource(new BytesSource(noise), [], 10);
    expect(overlay.size).toBe(10);
    expect((await failureOf(() => overlay.read(5, 6))).code).toBe('SOURCE_OUT_OF_RANGE');
  });

  test('an overlay shows its patches in order', () => {
    const overlay = new OverlaySource(new BytesSource(noise, 'a.pak'), [
      { offset: 9, bytes: Uint8Array.of(1) },
      { offset: 3, bytes: Uint8Array.of(2) },
    ]);
    expect(overlay.patches.map((patch) => patch.offset)).toEqual([3, 9]);
    expect(overlay.name).toBe('a.pak');
  });

  test.each([
    [
      'overlap',
      [
        { offset: 5, bytes: new Uint8Array(10) },
        { offset: 14, bytes: new Uint8Array(1) },
      ],
    ],
    ['lie outside', [{ offset: 999, bytes: new Uint8Array(2) }]],
    ['lie before the start', [{ offset: -1, bytes: new Uint8Array(2) }]],
  ])('patches that %s are refused', async (_, patches) => {
    const failure = await failureOf(() => new OverlaySource(new BytesSource(noise), patches));
    expect(failure.code).toBe('SOURCE_OUT_OF_RANGE');
  });

  test('a read that nobody can hold is an ArchiveError', async () => {
    const overlay = new OverlaySource(new BytesSource(noise), [], 2 ** 52);
    expect((await failureOf(() => overlay.read(0, 2 ** 52))).code).toBe('LIMIT_EXCEEDED');
  });
});

test('a source that gives too few bytes is found out', async () => {
  const short: ByteSource = { size: 10, read: () => new Uint8Array(3) };
  const failure = await failureOf(() => readExactly(short, 0, new Uint8Array(5)));
  expect(failure).toEqual({ code: 'SOURCE_FAILED', message: 'Found 3 bytes at offset 0, expected 5.' });
});
