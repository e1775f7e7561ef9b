import { describe, expect, test } from 'vitest';
import { alignUp } from '../../src/bytes/align.ts';
import { allocate } from '../../src/bytes/allocate.ts';
import { fromHex, hexNumber, toHex } from '../../src/bytes/hex.ts';
import { decodeLatin1, encodeLatin1, findNul, isPrintableAscii } from '../../src/bytes/text.ts';
import { failureOf } from '../support/codec-run.ts';
import { makeNoise } from '../support/corpus.ts';

describe('alignUp', () => {
  test.each([
    [0, 2048, 0],
    [1, 2048, 2048],
    [2048, 2048, 2048],
    [5, 1, 5],
    [5, 0, 5],
    [2 ** 32 + 1, 16, 2 ** 32 + 16],
    [2 ** 40 - 1, 2048, 2 ** 40],
  ])('%d to a multiple of %d is %d', (value, alignment, expected) => {
    expect(alignUp(value, alignment)).toBe(expected);
  });
});

describe('hex', () => {
  test('goes both ways', () => {
    const noise = makeNoise(100);
    expect(fromHex(toHex(noise))).toEqual(noise);
    expect(fromHex('DEADbeef')).toEqual(Uint8Array.of(0xde, 0xad, 0xbe, 0xef));
    expect(fromHex('')).toEqual(new Uint8Array(0));
  });

  test.each(['a', 'zz', '0x12', 'a b ', '--'])('%j is no hex', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });

  test('numbers have a prefix and upper-case digits', () => {
    expect(hexNumber(255)).toBe('0x000000FF');
    expect(hexNumber(0xfeedn, 16)).toBe('0x000000000000FEED');
    expect(hexNumber(2 ** 40)).toBe('0x10000000000');
  });
});

describe('text', () => {
  test('every byte comes back the same', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(encodeLatin1(decodeLatin1(all))).toEqual(all);
  });

  test('long text does not exceed the arguments of a call', () => {
    const noise = makeNoise(300_000);
    expect(encodeLatin1(decodeLatin1(noise))).toEqual(noise);
  });

  test('decodes a range', () => {
    expect(decodeLatin1(Uint8Array.of(0x61, 0x62, 0x63, 0x64), 1, 3)).toBe('bc');
  });

  test('finds the first NUL inside a range only', () => {
    const bytes = Uint8Array.of(1, 0, 2, 0);
    expect(findNul(bytes, 0, 4)).toBe(1);
    expect(findNul(bytes, 2, 3)).toBe(3);
    expect(findNul(bytes, 2, 4)).toBe(3);
    expect(findNul(Uint8Array.of(1, 2), 0, 2)).toBe(2);
  });

  test('tells printable ASCII', () => {
    expect(isPrintableAscii(encodeLatin1('a b~'))).toBe(true);
    for (const text of ['\x1f', '\x7f', 'é', 'a\nb'])
      expect(isPrintableAscii(encodeLatin1(text))).toBe(false);
    expect(isPrintableAscii(encodeLatin1('\nab\n'), 1, 3)).toBe(true);
  });
});

describe('allocate', () => {
  test('gives zeros', () => {
    expect(allocate(3)).toEqual(new Uint8Array(3));
  });

  test('says LIMIT_EXCEEDED where the platform has no room', async () => {
    const failure = await failureOf(() => allocate(2 ** 52));
    expect(failure.code).toBe('LIMIT_EXCEEDED');
    expect(failure.message).toContain(String(2 ** 52));
  });
});
