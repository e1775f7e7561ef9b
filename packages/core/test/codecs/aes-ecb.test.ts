import { createCipheriv, createDecipheriv } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/hex.ts';
import { Aes } from '../../src/codecs/aes.ts';
import { installNatives } from '../../src/natives.ts';
import { failureOf, findCodec, makeContext, runTransform } from '../support/codec-run.ts';
import { expectSameBytes, join, makeNoise, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

const codec = findCodec('aes-ecb');

function hex(text: string): Uint8Array {
  return fromHex(text) ?? new Uint8Array(0);
}

function counting(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index);
}

/** FIPS 197, appendix C: the key is 00 01 02 … */
const standardVectors = [
  [16, '69c4e0d86a7b0430d8cdb78070b4c55a'],
  [24, 'dda97ca4864cdfe06eaf70a0ec0d7191'],
  [32, '8ea2b7ca516745bfeafc49904b496089'],
] as const;

describe.each([
  ['portable', {}],
  ['native', nodeNatives],
])('AES by the %s cipher', (_, natives) => {
  let undo = (): void => undefined;
  beforeEach(() => {
    undo = installNatives(natives);
  });
  afterEach(() => undo());

  const context = (key: Uint8Array | undefined) => makeContext({ keys: { get: () => key } });

  test.each(standardVectors)('agrees with FIPS 197 for a key of %i bytes', async (length, expected) => {
    const step = { codec: 'aes-ecb', key: 'test/key' };
    const plain = hex('00112233445566778899aabbccddeeff');
    const stored = await codec.encode(plain, step, context(counting(length)));
    expect(toHex(stored)).toBe(expected);
    expect(await codec.decode(stored, step, 16, context(counting(length)))).toEqual(plain);
  });

  test('sixteen passes', async () => {
    const step = { codec: 'aes-ecb', key: 'test/key', passes: 16 };
    const plain = hex('00112233445566778899aabbccddeeff');
    const stored = await codec.encode(plain, step, context(counting(32)));
    expect(toHex(stored)).toBe('b9e42d8cc66ee193355cc216f57ff5f6');
    expect(await codec.decode(stored, step, undefined, context(counting(32)))).toEqual(plain);
  });

  test.each([0, 1, 15, 16, 17, 31, 1000, 600_005])('leaves the tail of %i bytes as it is', async (length) => {
    const key = makeNoise(32);
    const plain = makeNoise(length, 9);
    const step = { codec: 'aes-ecb', key: 'test/key', passes: 2 };
    const stored = await codec.encode(plain, step, context(key));
    const whole = length - (length % 16);
    let expected: Uint8Array = plain.subarray(0, whole);
    for (let pass = 0; pass < 2; pass++) {
      expected = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(expected);
    }
    expectSameBytes(stored, join([expected, plain.subarray(whole)]));
    expectSameBytes(await codec.decode(stored, step, length, context(key)), plain);
  });

  test('gives the same from odd pieces', async () => {
    const key = makeNoise(16);
    const plain = makeNoise(10_007);
    const step = { codec: 'aes-ecb', key: 'test/key' };
    const stored = join(await runTransform(await codec.encoder(step, context(key)), oddPieces(plain, 3, 50)));
    expectSameBytes(stored, await codec.encode(plain, step, context(key)));
    const decoder = await codec.decoder(step, plain.length, context(key));
    expectSameBytes(join(await runTransform(decoder, oddPieces(stored, 4, 50))), plain);
  });

  test('does not change its input', async () => {
    const plain = counting(64);
    await codec.encode(plain, { codec: 'aes-ecb', key: 'test/key' }, context(counting(32)));
    expect(plain).toEqual(counting(64));
  });

  test('waits for a key that comes later', async () => {
    const later = makeContext({ keys: { get: async () => counting(32) } });
    const stored = hex('8ea2b7ca516745bfeafc49904b496089');
    const plain = await codec.decode(stored, { codec: 'aes-ecb', key: 'test/key' }, 16, later);
    expect(toHex(plain)).toBe('00112233445566778899aabbccddeeff');
  });

  test('names a key that is missing, and one of the wrong length', async () => {
    const step = { codec: 'aes-ecb', key: 'some-game/archive-key' };
    const missing = await failureOf(async () => codec.decode(counting(16), step, 16, context(undefined)));
    expect(missing.code).toBe('KEY_MISSING');
    expect(missing.message).toContain('some-game/archive-key');
    const wrong = await failureOf(async () => codec.decode(counting(16), step, 16, context(counting(31))));
    expect(wrong.code).toBe('KEY_WRONG');
    expect(wrong.message).toContain('31');
  });

  test('refuses another size, and passes that are no number', async () => {
    const step = { codec: 'aes-ecb', key: 'test/key' };
    const size = await failureOf(async () => codec.decode(counting(16), step, 17, context(counting(32))));
    expect(size.code).toBe('SIZE_MISMATCH');
    for (const passes of [0, -1, 1.5, 1e9, '2']) {
      const call = async () => codec.decode(counting(16), { ...step, passes }, 16, context(counting(32)));
      expect((await failureOf(call)).code).toBe('OPTION_INVALID');
    }
  });
});

test('the portable cipher agrees with another one on random keys and blocks', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const key = makeNoise([16, 24, 32][seed % 3] ?? 16, seed);
    const bytes = makeNoise(160, seed + 100);
    const expected = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null)
      .setAutoPadding(false)
      .update(bytes);
    new Aes(key).decrypt(bytes, 1);
    expect(toHex(bytes)).toBe(expected.toString('hex'));
  }
});
