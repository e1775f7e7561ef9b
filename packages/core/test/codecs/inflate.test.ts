import * as zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHex } from '../../src/bytes/hex.ts';
import { installNatives } from '../../src/natives.ts';
import { failureOf, findCodec, makeContext, runTransform } from '../support/codec-run.ts';
import { expectSameBytes, join, makeMixture, makeNoise, makeText, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

const text = makeText(5000);
const mixture = makeMixture();
const context = makeContext();
const streams = {
  'deflate-raw': new Uint8Array(zlib.deflateRawSync(text)),
  zlib: new Uint8Array(zlib.deflateSync(text)),
  'zlib-flush': new Uint8Array(zlib.deflateSync(text, { finishFlush: zlib.constants.Z_SYNC_FLUSH })),
};

describe.each([
  ['portable', {}],
  ['native', nodeNatives],
])('inflating with the %s decoder', (_, natives) => {
  let undo = (): void => undefined;
  beforeEach(() => {
    undo = installNatives(natives);
  });
  afterEach(() => undo());

  describe.each(Object.entries(streams))('%s', (id, stored) => {
    const codec = findCodec(id);
    const step = { codec: id };

    test('gives the bytes, with and without a known size', async () => {
      expect(await codec.decode(stored, step, text.length, context)).toEqual(text);
      expect(await codec.decode(stored, step, undefined, context)).toEqual(text);
    });

    test('gives a plain array that owns its buffer, not a view into a pool', async () => {
      const bytes = await codec.decode(stored, step, text.length, context);
      expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
    });

    test('ignores bytes after the stream', async () => {
      const tail = join([stored, makeNoise(300)]);
      expect(await codec.decode(tail, step, text.length, context)).toEqual(text);
    });

    test('gives the same bytes from odd pieces', async () => {
      const decoder = await codec.decoder(step, text.length, context);
      expect(join(await runTransform(decoder, oddPieces(stored, 3, 40)))).toEqual(text);
      const open = await codec.decoder(step, undefined, context);
      expect(join(await runTransform(open, oddPieces(stored, 5, 7)))).toEqual(text);
    });

    test('names both numbers when the stream gives too few bytes', async () => {
      const { code, message } = await failureOf(() => codec.decode(stored, step, 5001, context));
      expect(code).toBe(id === 'zlib-flush' ? 'TRUNCATED' : 'SIZE_MISMATCH');
      expect(message).toContain('5000');
      expect(message).toContain('5001');
      const decoder = await codec.decoder(step, 5001, context);
      expect((await failureOf(() => runTransform(decoder, [stored]))).code).toBe(code);
    });

    test('refuses a size that the stored bytes cannot give, before making room for it', async () => {
      const { code, message } = await failureOf(() => codec.decode(stored, step, 2 ** 50, context));
      expect(code).toBe('SIZE_MISMATCH');
      expect(message).toContain(String(stored.length));
      expect(message).toContain(String(2 ** 50));
    });

    test('refuses sizes that are no sizes', async () => {
      for (const size of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect((await failureOf(() => codec.decode(stored, step, size, context))).code).toBe('DAMAGED');
      }
    });

    test('keeps to the limit when the size is not known', async () => {
      const limited = makeContext({ limit: 4999 });
      const { code, message } = await failureOf(() => codec.decode(stored, step, undefined, limited));
      expect(code).toBe('LIMIT_EXCEEDED');
      expect(message).toContain('4999');
      expect(await codec.decode(stored, step, undefined, makeContext({ limit: 5000 }))).toEqual(text);
    });

    test('gives nothing for nothing', async () => {
      expect(await codec.decode(new Uint8Array(0), step, 0, context)).toEqual(new Uint8Array(0));
    });

    test('stops with the reason of the signal', async () => {
      const controller = new AbortController();
      const aborted = makeContext({ signal: controller.signal });
      const decoder = await codec.decoder(step, undefined, aborted);
      const reason = new Error('enough');
      controller.abort(reason);
      await expect(async () => codec.decode(stored, step, text.length, aborted)).rejects.toBe(reason);
      await expect(runTransform(decoder, [stored])).rejects.toBe(reason);
    });
  });

  test('a finished stream that is too long names the size it should have had', async () => {
    for (const id of ['deflate-raw', 'zlib'] as const) {
      const codec = findCodec(id);
      const failure = await failureOf(() => codec.decode(streams[id], { codec: id }, 4999, context));
      expect(failure).toEqual({
        code: 'SIZE_MISMATCH',
        message: 'Found more than 4999 bytes in the stream, expected 4999.',
      });
      const decoder = await codec.decoder({ codec: id }, 4999, context);
      expect((await failureOf(() => runTransform(decoder, oddPieces(streams[id])))).code).toBe(
        'SIZE_MISMATCH',
      );
    }
  });

  test('an unfinished stream is refused by zlib and accepted with `unfinished`', async () => {
    const codec = findCodec('zlib');
    const stored = streams['zlib-flush'];
    expect((await failureOf(() => codec.decode(stored, { codec: 'zlib' }, 5000, context))).code).toBe(
      'TRUNCATED',
    );
    const strict = await codec.decoder({ codec: 'zlib' }, 5000, context);
    expect((await failureOf(() => runTransform(strict, [stored]))).code).toBe('TRUNCATED');
    const step = { codec: 'zlib', unfinished: true };
    expect(await codec.decode(stored, step, 5000, context)).toEqual(text);
    expect(await codec.decode(stored, step, 1234, context)).toEqual(text.subarray(0, 1234));
    const tolerant = await codec.decoder(step, 1234, context);
    expect(join(await runTransform(tolerant, oddPieces(stored)))).toEqual(text.subarray(0, 1234));
  });

  test('a wrong Adler-32 is named with both values', async () => {
    const stored = streams.zlib.slice();
    const last = stored.length - 1;
    stored[last] = (stored[last] ?? 0) ^ 1;
    const failure = await failureOf(() => findCodec('zlib').decode(stored, { codec: 'zlib' }, 5000, context));
    expect(failure.code).toBe('CHECKSUM_MISMATCH');
    expect(failure.message).toMatch(/^Found 0x[0-9A-F]{8} as Adler-32 .* expected 0x[0-9A-F]{8}\.$/);
  });

  test('a preset dictionary is refused', async () => {
    const stored = new Uint8Array(zlib.deflateSync(text, { dictionary: Buffer.from('something') }));
    const failure = await failureOf(() => findCodec('zlib').decode(stored, { codec: 'zlib' }, 5000, context));
    expect(failure.code).toBe('DAMAGED');
    expect(failure.message).toContain('dictionary');
  });

  test('what is no zlib stream is refused: gzip, a wrong header, a window too large', async () => {
    for (const stored of [new Uint8Array(zlib.gzipSync(text)), fromHex('0000'), fromHex('887c0300')]) {
      const input = stored ?? new Uint8Array(0);
      const failure = await failureOf(() => findCodec('zlib').decode(input, { codec: 'zlib' }, 10, context));
      expect(failure.code).toBe('DAMAGED');
    }
  });

  test('a bomb is given in small chunks, and cut short by its size', async () => {
    const bomb = new Uint8Array(zlib.deflateRawSync(new Uint8Array(20_000_000), { level: 9 }));
    const codec = findCodec('deflate-raw');
    let total = 0;
    let longest = 0;
    for (const chunk of await (await codec.decoder({ codec: 'deflate-raw' }, undefined, context)).push(
      bomb,
    )) {
      total += chunk.length;
      longest = Math.max(longest, chunk.length);
    }
    expect(total).toBe(20_000_000);
    expect(longest).toBeLessThanOrEqual(262_144);
    const failure = await failureOf(() => codec.decode(bomb, { codec: 'deflate-raw' }, 1_000_000, context));
    expect(failure.code).toBe('SIZE_MISMATCH');
  });

  test('a mixture of stored and compressed blocks comes through', async () => {
    const stored = new Uint8Array(zlib.deflateSync(mixture, { level: 9 }));
    const codec = findCodec('zlib');
    expectSameBytes(await codec.decode(stored, { codec: 'zlib' }, mixture.length, context), mixture);
    expectSameBytes(await codec.decode(stored, { codec: 'zlib' }, undefined, context), mixture);
    const decoder = await codec.decoder({ codec: 'zlib' }, mixture.length, context);
    expectSameBytes(join(await runTransform(decoder, oddPieces(stored))), mixture);
  });
});

test('the portable decoder makes its output while it is read', async () => {
  const bomb = new Uint8Array(zlib.deflateRawSync(new Uint8Array(50_000_000), { level: 9 }));
  const decoder = await findCodec('deflate-raw').decoder({ codec: 'deflate-raw' }, undefined, context);
  const before = process.memoryUsage().arrayBuffers;
  for (const chunk of await decoder.push(bomb)) {
    expect(chunk.length).toBeLessThanOrEqual(65_536);
    break;
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4_000_000);
});

describe('where there is a native', () => {
  /** The engine leaves streams with a smaller window to others. */
  const narrow = new Uint8Array(zlib.deflateSync(text, { windowBits: 9 }));
  const zlibCodec = findCodec('zlib');

  /** Decodes a stream some times while the native gives `given`; gives the last result and how often it was called. */
  async function decodeCounting(
    stored: Uint8Array,
    given: Uint8Array,
    times = 1,
  ): Promise<[Uint8Array, number]> {
    let calls = 0;
    let found = text.subarray(1);
    const inflate = (): Uint8Array => {
      calls++;
      return given;
    };
    const undo = installNatives({ inflate });
    try {
      for (let time = 0; time < times; time++)
        found = await zlibCodec.decode(stored, { codec: 'zlib' }, text.length, context);
      return [found, calls];
    } finally {
      undo();
    }
  }

  test('it is asked for the first megabyte, and then for what the engine refuses', async () => {
    const [, calls] = await decodeCounting(streams.zlib, text, 300);
    expect(calls).toBeLessThanOrEqual(Math.ceil(2 ** 20 / text.length));
    expect(await decodeCounting(streams.zlib, text)).toEqual([text, 0]);
    expect(await decodeCounting(narrow, text)).toEqual([text, 1]);
  });

  test('it is not believed when it gives the wrong bytes in number', async () => {
    expect(await decodeCounting(narrow, new Uint8Array(4999))).toEqual([text, 1]);
  });
});
