import { createHash } from 'node:crypto';
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import type { CodecStep } from '../../src/contract/codec.ts';
import { installNatives } from '../../src/natives.ts';
import { failureOf, findCodec, makeContext, runTransform } from '../support/codec-run.ts';
import { expectSameBytes, join, makeMixture, makeText, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

const context = makeContext();
const mixture = makeMixture();

function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/**
 * What the C library zlib 1.2.13 makes of the mixture: size and SHA-1 of raw deflate, and SHA-1 of a zlib stream that
 * is flushed after every 30,011 bytes and never finished.
 */
const classicDigests = [
  [1, 152060, '130b040546611f29d532f1e3bcafc6a28af94924', '231fbe9acdf45021db64cb3174d3c047bc6ca484'],
  [2, 153766, 'e7236b41c1ed2bbcea5ac81d57b89b140c3e16b3', '1f507a05cfa40996cb4ac70005cc7e7c22bbd4db'],
  [3, 154381, 'a83cfe008dc54cfb5c59c75fd1cb753effb33cf2', '73db92e7fd9a170fb154536c616cf43646609258'],
  [4, 150236, 'aa35befba993fdd16a9bae088a36f37fc26db110', '924d8d30c47f481941b72a6699af0038c885751c'],
  [5, 150109, 'bd652dc7c3466fa0c9eaec3a746afee131e243c9', '8028e05869238094b2ae191e38534f526a008e0d'],
  [6, 150094, 'eabb55215f5312bc33d8f97d0c2383bb1820bbc1', 'b1a3053e9d407d3299092c1fd2c79be9bfb5208b'],
  [7, 150091, '0865c085a8ab716f08f1705774c6e180c68898df', '4423142045cef377bc1e0dd4f23551139c7b3ca1'],
  [8, 150091, 'b18f1c48544352054fef2a4444fe965c616f1d6e', 'b7a6c90819462723012767398eeb9d87c05885b7'],
  [9, 150091, 'b18f1c48544352054fef2a4444fe965c616f1d6e', 'b7a6c90819462723012767398eeb9d87c05885b7'],
] as const;

describe.each(classicDigests)('classic level %i', (level, size, rawDigest, flushDigest) => {
  test('gives the bytes of zlib 1.2 at once and in pieces', async () => {
    expect(sha1(mixture)).toBe('b1401c6a7b380974c26cf4c2b8d9c153e1d54487');
    const step: CodecStep = { codec: 'deflate-raw', level, encoder: 'classic' };
    const codec = findCodec('deflate-raw');
    const whole = await codec.encode(mixture, step, context);
    expect(whole.length).toBe(size);
    expect(sha1(whole)).toBe(rawDigest);
    expectSameBytes(join(await runTransform(await codec.encoder(step, context), oddPieces(mixture))), whole);
  });

  test('gives the bytes of zlib 1.2 when it is flushed', async () => {
    const encoder = await findCodec('zlib-flush').encoder(
      { codec: 'zlib-flush', level, encoder: 'classic' },
      context,
    );
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < mixture.length; at += 30011) {
      // Within a part, how the bytes arrive must not matter.
      for (const piece of oddPieces(mixture.subarray(at, at + 30011), at + 1))
        chunks.push(...(await encoder.push(piece)));
      chunks.push(...((await encoder.flush?.()) ?? []));
    }
    chunks.push(...(await encoder.finish()));
    expect(sha1(join(chunks))).toBe(flushDigest);
  });
});

test('classic level 9 gives the stream that zlib gives for a hundred letters A', async () => {
  const stored = await findCodec('zlib').encode(
    new Uint8Array(100).fill(0x41),
    { codec: 'zlib', level: 9, encoder: 'classic' },
    context,
  );
  expect(toHex(stored)).toBe('78da7374a43d000002e91965');
});

test('level 0 stores in blocks as large as they can be, whatever the size', async () => {
  const step = { codec: 'deflate-raw', level: 0, encoder: 'classic' };
  const stored = await findCodec('deflate-raw').encode(mixture, step, context);
  expect(stored.length).toBe(mixture.length + 5 * Math.ceil(mixture.length / 65535));
  expectSameBytes(new Uint8Array(zlib.inflateRawSync(stored)), mixture);
});

describe.each(['deflate-raw', 'zlib', 'zlib-flush'])('%s', (id) => {
  const codec = findCodec(id);

  test('decodes what it encodes at every level, natively and not', async () => {
    const text = makeText(20_000);
    for (const natives of [{}, nodeNatives]) {
      const undo = installNatives(natives);
      try {
        for (let level = 0; level <= 9; level++) {
          for (const encoder of ['fast', 'native', 'classic']) {
            const step = { codec: id, level, encoder };
            const stored = await codec.encode(text, step, context);
            expectSameBytes(await codec.decode(stored, step, text.length, context), text);
          }
        }
      } finally {
        undo();
      }
    }
  });

  test('encodes nothing to something that decodes to nothing', async () => {
    const stored = await codec.encode(new Uint8Array(0), { codec: id }, context);
    expect(stored.length).toBeGreaterThan(0);
    expect(await codec.decode(stored, { codec: id }, 0, context)).toEqual(new Uint8Array(0));
  });

  test('refuses levels and encoders that do not exist', async () => {
    for (const step of [{ level: 10 }, { level: -1 }, { level: 1.5 }, { level: '6' }, { encoder: 'best' }]) {
      const failure = await failureOf(async () => codec.encode(mixture, { codec: id, ...step }, context));
      expect(failure.code).toBe('OPTION_INVALID');
    }
  });
});

describe('the default encoder', () => {
  const text = makeText(30_000);

  test('is the fast one, with and without natives', async () => {
    const codec = findCodec('deflate-raw');
    const fast = await codec.encode(text, { codec: 'deflate-raw', encoder: 'fast' }, context);
    for (const natives of [{}, nodeNatives]) {
      const undo = installNatives(natives);
      try {
        expectSameBytes(await codec.encode(text, { codec: 'deflate-raw' }, context), fast);
      } finally {
        undo();
      }
    }
  });
});

describe('the native encoder', () => {
  const text = makeText(30_000);

  test("is the platform's zlib where there is one", async () => {
    const undo = installNatives(nodeNatives);
    try {
      const step = { codec: 'zlib', encoder: 'native' };
      const stored = await findCodec('zlib').encode(text, step, context);
      expectSameBytes(stored, new Uint8Array(zlib.deflateSync(text)));
    } finally {
      undo();
    }
  });

  test('reports a native that fails as an ArchiveError', async () => {
    const undo = installNatives({
      deflate: () => {
        throw new RangeError('platform error');
      },
    });
    try {
      const failure = await failureOf(async () =>
        findCodec('zlib').encode(text, { codec: 'zlib', encoder: 'native' }, context),
      );
      expect(failure.message).toContain('platform error');
    } finally {
      undo();
    }
  });
});

describe('candidates', () => {
  const settings = (steps: readonly CodecStep[]): string[] =>
    steps.map((step) => `${step.codec} ${step.encoder} ${step.level}`);

  test.each([
    ['7801', ['classic 1', 'classic 0', 'fast 1', 'fast 0', 'native 1', 'native 0']],
    [
      '785e',
      ['classic', 'fast', 'native'].flatMap((name) => [5, 4, 3, 2].map((level) => `${name} ${level}`)),
    ],
    ['789c', ['classic 6', 'fast 6', 'native 6']],
    ['78da', ['classic', 'fast', 'native'].flatMap((name) => [9, 8, 7].map((level) => `${name} ${level}`))],
  ])('for a stream that starts with %s', (start, expected) => {
    const stored = Uint8Array.from([...Buffer.from(start, 'hex'), 0xf2]);
    const found = findCodec('zlib').candidates?.({ codec: 'zlib' }, stored) ?? [];
    expect(settings(found)).toEqual(expected.map((setting) => `zlib ${setting}`));
  });

  test('start with level 0 when the first block is stored', () => {
    const raw = findCodec('deflate-raw').candidates?.({ codec: 'deflate-raw' }, Uint8Array.of(0x00)) ?? [];
    expect(settings(raw)[0]).toBe('deflate-raw classic 0');
    const compressed =
      findCodec('deflate-raw').candidates?.({ codec: 'deflate-raw' }, Uint8Array.of(0x04)) ?? [];
    expect(settings(compressed).slice(0, 2)).toEqual(['deflate-raw classic 6', 'deflate-raw classic 9']);
  });

  test('keep the settings that the step has as the first guess', () => {
    const step = { codec: 'zlib', level: 3 };
    expect(findCodec('zlib').candidates?.(step, Uint8Array.of(0x78, 0xda))[0]).toBe(step);
  });

  test('of a stream that may be unfinished include streams that are', () => {
    const step = { codec: 'zlib', unfinished: true };
    const found = findCodec('zlib').candidates?.(step, Uint8Array.of(0x78, 0x9c, 0xf2)) ?? [];
    expect(settings(found)).toEqual([
      'zlib classic 6',
      'zlib fast 6',
      'zlib native 6',
      'zlib-flush classic 6',
      'zlib-flush fast 6',
      'zlib-flush native 6',
    ]);
  });

  test.each(['deflate-raw', 'zlib', 'zlib-flush'])(
    'of %s hold the setting that made the bytes',
    async (id) => {
      const codec = findCodec(id);
      for (let level = 0; level <= 9; level++) {
        for (const encoder of ['classic', 'fast']) {
          const stored = await codec.encode(mixture, { codec: id, level, encoder }, context);
          const found = codec.candidates?.({ codec: id }, stored.subarray(0, 16)) ?? [];
          expect(found).toContainEqual({ codec: id, level, encoder });
        }
      }
    },
  );
});

test('an encoder stops with the reason of the signal', async () => {
  for (const id of ['deflate-raw', 'zlib', 'zlib-flush', 'aes-ecb']) {
    const controller = new AbortController();
    const aborted = makeContext({ signal: controller.signal, keys: { get: () => new Uint8Array(16) } });
    const encoder = await findCodec(id).encoder({ codec: id, key: 'test/key' }, aborted);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(async () => encoder.push(makeText(100))).rejects.toBe(reason);
  }
});
