import { createHash } from 'node:crypto';
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deflateFast, FastDeflater } from '../../src/codecs/fast-deflate.ts';
import type { DeflateFormat } from '../../src/natives.ts';
import {
  type DeflateEngine,
  deflateEngine,
  engineLength,
  segmentLength,
} from '../../src/wasm/deflate-engine.ts';
import { findCodec, makeContext } from '../support/codec-run.ts';
import {
  expectSameBytes,
  join,
  makeMixture,
  makeNoise,
  makeText,
  oddPieces,
  Random,
} from '../support/corpus.ts';

const engine = needEngine();
const mixture = makeMixture();
const formats = ['raw', 'zlib'] as const;

function needEngine(): DeflateEngine {
  return deflateEngine() ?? expect.fail('this Node has no WebAssembly');
}

function deflate(input: Uint8Array, format: DeflateFormat, level: number): Uint8Array {
  return join(deflateFast(engine, input, format, level));
}

function inflate(stored: Uint8Array, format: DeflateFormat): Uint8Array {
  return new Uint8Array(format === 'raw' ? zlib.inflateRawSync(stored) : zlib.inflateSync(stored));
}

/** Runs of all lengths around the longest match, of bytes that change. */
function makeRuns(): Uint8Array {
  return join(Array.from({ length: 300 }, (_, length) => new Uint8Array(length).fill(length * 7)));
}

/** Copies from all over the window, and from just outside it. */
function makeCopies(length: number): Uint8Array {
  const random = new Random(5);
  const bytes = new Uint8Array(length);
  bytes.set(makeNoise(40_000));
  for (let at = 40_000; at < length; ) {
    const distance = 1 + random.below(random.below(2) === 0 ? 300 : 32_800);
    const many = Math.min(length - at, 3 + random.below(300));
    for (let i = 0; i < many; i++, at++) bytes[at] = bytes[at - distance] ?? 0;
    if (at < length) bytes[at++] = random.below(256);
  }
  return bytes;
}

/** Megabytes whose statistics change now and then. */
function makeLong(length: number): Uint8Array {
  const pieces = [mixture, makeCopies(300_000), makeText(90_000, 9)];
  const repeated = Array.from({ length: Math.ceil(length / 420_000) }, (_, i) => pieces[i % 3] ?? mixture);
  return join([...repeated, ...repeated]).subarray(0, length);
}

const kinds: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array(0)],
  ['a byte', Uint8Array.of(200)],
  ['two bytes', Uint8Array.of(1, 1)],
  ['three bytes', Uint8Array.of(7, 7, 7)],
  ['four bytes', Uint8Array.of(7, 7, 7, 7)],
  ['five bytes', Uint8Array.of(7, 7, 7, 7, 7)],
  ['zeros', new Uint8Array(100_000)],
  ['noise', makeNoise(70_000)],
  ['text', makeText(50_000)],
  ['runs', makeRuns()],
  ['copies', makeCopies(150_000)],
  ['every byte once', Uint8Array.from({ length: 256 }, (_, i) => i)],
  // Counts that double give a Huffman code deeper than deflate allows.
  [
    'skewed counts',
    join(Array.from({ length: 17 }, (_, i) => new Uint8Array(2 ** i).fill(i))).sort(shuffle()),
  ],
];

function shuffle(): () => number {
  const random = new Random(11);
  return () => random.below(3) - 1;
}

describe.each(kinds)('of %s', (_, bytes) => {
  test('zlib gives the bytes back, at all levels', () => {
    for (const format of formats) {
      for (let level = 0; level <= 9; level++) {
        expectSameBytes(inflate(deflate(bytes, format, level), format), bytes);
      }
    }
  });

  test('nothing grows by more than a stored block and its wrapper', () => {
    const blocks = Math.max(1, Math.ceil(bytes.length / 65535));
    for (let level = 0; level <= 9; level++) {
      expect(deflate(bytes, 'zlib', level).length).toBeLessThanOrEqual(bytes.length + blocks * 5 + 6);
    }
  });
});

describe('around the end of a segment', () => {
  const long = makeLong(2 * segmentLength + 1);

  test.each([-1, 0, 1])('%i bytes beyond one or two segments are given back, whole and in pieces', (more) => {
    for (const segments of [1, 2]) {
      const bytes = long.subarray(0, segments * segmentLength + more);
      for (const level of [0, 1, 6]) {
        const whole = deflate(bytes, 'zlib', level);
        expectSameBytes(inflate(whole, 'zlib'), bytes);
        expectSameBytes(push(new FastDeflater(engine, 'zlib', level), oddPieces(bytes, 3, 300_000)), whole);
      }
    }
  });
});

function push(deflater: FastDeflater, pieces: Iterable<Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (const piece of pieces) chunks.push(...deflater.push(piece, 'none'));
  return join([...chunks, ...deflater.push(new Uint8Array(0), 'finish')]);
}

/** The bytes must never change: archives are made again from a recipe that names nothing but level and encoder. */
const digests = [
  [0, 'c057b3cd0d94e0a10f5600c8c200819358c09167'],
  [1, '93ae8f62494efef1dce89a87696b3168023d7919'],
  [2, '39e109722fdb13ef5cb736a1fd2e484af0c9589f'],
  [3, '4af21b7661a4d4f74cdbe2d329f1b0ae9ce796cf'],
  [4, 'd2db93e07efde10ede1356d99a5c16775b82ace5'],
  [5, 'abffa5c2e300e3984c8ad65383eee9fc129ea860'],
  [6, '2a96304bd9cc2a231bfe630f3700e756602cc27e'],
  [7, 'dad39a485d2bde1bef155ba6b36250e104a36f0d'],
  [8, '9fe3ce930f0f3b8522afd7a927319a1a59c7b854'],
  [9, '9da2c79bf7441d0f50c9ac3255804e9e5a78436d'],
] as const;

test.each(digests)('level %i gives the bytes it has always given', (level, digest) => {
  const stored = deflate(mixture, 'raw', level);
  expect(createHash('sha1').update(stored).digest('hex')).toBe(digest);
});

test('every level but 0 is at least as small as classic zlib, and 9 smaller than 6', async () => {
  const sizes = Array.from({ length: 10 }, (_, level) => deflate(mixture, 'raw', level).length);
  for (let level = 1; level <= 9; level++) {
    const step = { codec: 'deflate-raw', level, encoder: 'classic' };
    const classic = await findCodec('deflate-raw').encode(mixture, step, makeContext());
    expect(sizes[level]).toBeLessThanOrEqual(classic.length);
  }
  expect(sizes[9]).toBeLessThan(sizes[6] ?? 0);
});

test('the header of zlib tells the level as zlib does', () => {
  for (let level = 0; level <= 9; level++) {
    const head = zlib.deflateSync(mixture.subarray(0, 10), { level }).subarray(0, 2);
    expectSameBytes(deflate(mixture.subarray(0, 10), 'zlib', level).subarray(0, 2), new Uint8Array(head));
  }
});

describe('flushing', () => {
  const parts = [...oddPieces(makeLong(400_000), 17, 40_000)];

  test.each([0, 1, 6, 9])('ends on a byte from which reading resumes, at level %i', (level) => {
    const deflater = new FastDeflater(engine, 'raw', level);
    let plain = new Uint8Array(0);
    for (const part of parts) {
      const stored = join(deflater.push(part, 'sync'));
      expect([...stored.subarray(-4)]).toEqual([0, 0, 0xff, 0xff]);
      const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH, dictionary: plain.subarray(-32768) };
      expectSameBytes(new Uint8Array(zlib.inflateRawSync(stored, options)), part);
      plain = new Uint8Array(join([plain, part]));
    }
  });

  test('twice writes one marker, also at the start, and the stream can still end', () => {
    for (const format of formats) {
      const deflater = new FastDeflater(engine, format, 6);
      const chunks = [...deflater.push(new Uint8Array(0), 'sync')];
      expect(chunks).toHaveLength(1);
      expect(deflater.push(new Uint8Array(0), 'sync')).toEqual([]);
      chunks.push(...deflater.push(mixture, 'sync'));
      expect(deflater.push(new Uint8Array(0), 'none')).toEqual([]);
      expect(deflater.push(new Uint8Array(0), 'sync')).toEqual([]);
      chunks.push(...deflater.push(new Uint8Array(0), 'finish'));
      expectSameBytes(inflate(join(chunks), format), mixture);
    }
  });

  test('gives the same bytes alone and in turns with another stream, however short the parts are', () => {
    const random = new Random(23);
    const short = Array.from({ length: 400 }, (_, i) =>
      makeText(1 + random.below(i % 9 === 0 ? 3000 : 6), 3),
    );
    for (const pieces of [parts, short]) {
      const alone = new FastDeflater(engine, 'zlib', 6);
      const expected = pieces.flatMap((piece) => [...alone.push(piece, 'sync')]);
      const [first, second] = [new FastDeflater(engine, 'zlib', 6), new FastDeflater(engine, 'zlib', 6)];
      const found = pieces.flatMap((piece) => {
        const chunks = [...first.push(piece, 'sync')];
        second.push(makeText(500, 4), 'sync');
        return chunks;
      });
      expectSameBytes(join(found), join(expected));
    }
  });
});

test('the bytes do not depend on how the input is cut', () => {
  for (let seed = 1; seed <= 6; seed++) {
    for (const format of formats) {
      const whole = deflate(mixture, format, seed);
      const pieces = oddPieces(mixture, seed, 10 ** seed);
      expectSameBytes(push(new FastDeflater(engine, format, seed), pieces), whole);
    }
  }
});

test('an engine has no more memory than is drawn for it', () => {
  expect(engine.memory.length).toBeLessThanOrEqual(engineLength);
});
