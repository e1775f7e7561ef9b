import { describe, expect, test } from 'vitest';
import { checksumEquals, formatChecksum } from '../../src/checksums/checksum-value.ts';
import { checksumAlgorithms, createChecksum } from '../../src/checksums/create-checksum.ts';
import { failureOf } from '../support/codec-run.ts';

const digits = new TextEncoder().encode('123456789');

test.each([
  ['crc32', '0xCBF43926'],
  ['crc32c', '0xE3069283'],
  ['crc64', '0x3558E8E979F60D7E'],
  ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
])('%s of nine digits, in two pieces, is %s', (algorithm, expected) => {
  const checksum = createChecksum(algorithm);
  checksum.update(digits.subarray(0, 4));
  checksum.update(digits.subarray(4));
  expect(formatChecksum(checksum.digest())).toBe(expected);
  expect(checksumAlgorithms).toContain(algorithm);
});

test('a checksum of nothing', () => {
  expect(createChecksum('crc32').digest()).toBe(0);
  expect(createChecksum('crc64').digest()).toBe(0n);
});

test.each(['md5', 'toString', '__proto__', ''])(
  'the algorithm "%s" is refused by name',
  async (algorithm) => {
    const failure = await failureOf(() => createChecksum(algorithm));
    expect(failure.code).toBe('PLUGIN_INVALID');
    expect(failure.message).toContain(`"${algorithm}"`);
    expect(failure.message).toContain('crc32c');
  },
);

describe('checksumEquals', () => {
  test.each([
    [5, 5, true],
    [5, 6, false],
    [5, 5n, true],
    [5n, 6, false],
    [2n ** 63n, 2n ** 63n, true],
    [Number.NaN, 5n, false],
    [Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
    [Uint8Array.of(1, 2), Uint8Array.of(1, 3), false],
    [Uint8Array.of(1, 2), Uint8Array.of(1), false],
    [Uint8Array.of(1), 1, false],
  ] as const)('%s and %s: %s', (a, b, equal) => {
    expect(checksumEquals(a, b)).toBe(equal);
    expect(checksumEquals(b, a)).toBe(equal);
  });
});
