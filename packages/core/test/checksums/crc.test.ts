import { crc32 as referenceCrc32 } from 'crc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crc32, crc32c } from '../../src/checksums/crc32.ts';
import { Crc64, type Crc64Parameters, crc64, crc64Jones, crc64Redis } from '../../src/checksums/crc64.ts';
import { installNatives } from '../../src/natives.ts';
import { makeNoise, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

const digits = new TextEncoder().encode('123456789');

function toBigInt({ low, high }: { low: number; high: number }): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Bit by bit with bigints: too slow to use, too simple to be wrong. */
function slowCrc64(bytes: Uint8Array, { polynomial, init, xorOut }: Crc64Parameters): bigint {
  const reflect = (value: bigint): bigint =>
    BigInt(`0b${value.toString(2).padStart(64, '0').split('').reverse().join('')}`);
  const reflected = reflect(polynomial);
  let crc = init;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1n) ^ (crc & 1n ? reflected : 0n);
  }
  return crc ^ xorOut;
}

/** The same for CRC-32C, as the reference package has none. */
function slowCrc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return ~crc >>> 0;
}

/** Every length up to 40 at every alignment: the head, the steps of eight bytes and the tail in all mixtures. */
function* alignedAndNot(): Generator<Uint8Array> {
  const noise = makeNoise(64);
  for (let offset = 0; offset < 8; offset++) {
    for (let length = 0; length <= 40; length++) yield noise.subarray(offset, offset + length);
  }
}

describe.each([
  ['portable', {}],
  ['native', nodeNatives],
])('CRC-32, %s', (_, natives) => {
  let undo = (): void => undefined;
  beforeEach(() => {
    undo = installNatives(natives);
  });
  afterEach(() => undo());

  test('has its check value', () => {
    expect(crc32(digits)).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  test('agrees with an independent package at every length and alignment', () => {
    for (const bytes of alignedAndNot()) expect(crc32(bytes)).toBe(referenceCrc32(Buffer.from(bytes)));
  });

  test('goes on from a previous result', () => {
    const noise = makeNoise(100_000);
    let crc = 0;
    for (const piece of oddPieces(noise, 11, 777)) crc = crc32(piece, crc);
    expect(crc).toBe(referenceCrc32(Buffer.from(noise)));
  });
});

describe('CRC-32C', () => {
  test('has its check value', () => {
    expect(crc32c(digits)).toBe(0xe3069283);
  });

  test('agrees with the slow way at every length and alignment', () => {
    for (const bytes of alignedAndNot()) expect(crc32c(bytes)).toBe(slowCrc32c(bytes));
  });

  test('goes on from a previous result', () => {
    const noise = makeNoise(50_000);
    let crc = 0;
    for (const piece of oddPieces(noise, 12, 777)) crc = crc32c(piece, crc);
    expect(crc).toBe(slowCrc32c(noise));
  });
});

describe.each([
  ['Jones', crc64Jones, 0x3558e8e979f60d7en],
  ['Redis', crc64Redis, 0xe9c6d914c4b8d9can],
  [
    'XZ',
    { polynomial: 0x42f0e1eba9ea3693n, init: 2n ** 64n - 1n, xorOut: 2n ** 64n - 1n },
    0x995dc9bbdf1939fan,
  ],
] as const)('CRC-64 of %s', (_, parameters, check) => {
  const crc = new Crc64(parameters);

  test('has its check value', () => {
    expect(toBigInt(crc.compute(digits))).toBe(check);
  });

  test('agrees with the slow way at every length and alignment', () => {
    for (const bytes of alignedAndNot()) {
      expect(toBigInt(crc.compute(bytes))).toBe(slowCrc64(bytes, parameters));
    }
  });

  test('goes on from a previous result', () => {
    const noise = makeNoise(5000);
    let running: ReturnType<Crc64['compute']> | undefined;
    for (const piece of oddPieces(noise, 13, 99)) running = crc.compute(piece, running);
    expect(running && toBigInt(running)).toBe(slowCrc64(noise, parameters));
  });

  test('hashes a range of bytes into two words', () => {
    const into = new Uint32Array(2);
    const noise = makeNoise(50);
    crc.hashInto(noise, 5, 37, into);
    expect(toBigInt({ low: into[0] ?? 0, high: into[1] ?? 0 })).toBe(
      slowCrc64(noise.subarray(5, 37), parameters),
    );
  });
});

test('the default CRC-64 hashes names of ForgeLight archives once they are folded', () => {
  const upper = Uint8Array.from({ length: 256 }, (_, byte) =>
    byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte,
  );
  const into = new Uint32Array(2);
  for (const [name, hash] of [
    ['', 0x0000000000000000n],
    ['a', 0x73157a32a5b7233en],
    ['{NAMELIST}', 0x4137cc65bd97fd30n],
    ['AbilityClasses.txt', 0x412dcaa3768643afn],
    ['materials_3.xml', 0x35cb26722f5b5ba6n],
  ] as const) {
    const bytes = new TextEncoder().encode(name);
    new Crc64(crc64Jones).hashInto(bytes, 0, bytes.length, into, upper);
    expect(toBigInt({ low: into[0] ?? 0, high: into[1] ?? 0 })).toBe(hash);
    expect(toBigInt(crc64(new TextEncoder().encode(name.toUpperCase())))).toBe(hash);
  }
});
