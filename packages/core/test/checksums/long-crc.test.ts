import { afterEach, describe, expect, test, vi } from 'vitest';
import { Crc64, type Crc64Parameters, crc64Jones, crc64Redis } from '../../src/checksums/crc64.ts';
import { LongCrc } from '../../src/checksums/long-crc.ts';
import { makeNoise, oddPieces } from '../support/corpus.ts';

const mebibyte = 2 ** 20;
const noise = makeNoise(3 * mebibyte);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Core's 32-bit checksums as they are in a platform without WebAssembly, or a page that forbids it. */
async function importWithoutWasm(): Promise<typeof import('../../src/checksums/crc32.ts')> {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', undefined);
  return import('../../src/checksums/crc32.ts');
}

/** The same in a platform that has it, where it has become worth while. */
async function importWarm(): Promise<typeof import('../../src/checksums/crc32.ts')> {
  vi.resetModules();
  const module = await import('../../src/checksums/crc32.ts');
  module.crc32(noise);
  module.crc32c(noise);
  return module;
}

function makeWarm(parameters: Crc64Parameters): Crc64 {
  const crc = new Crc64(parameters);
  crc.compute(noise);
  return crc;
}

/** Bit by bit: 64 bits in two halves, too simple to be wrong. */
function slowJones(bytes: Uint8Array): { low: number; high: number } {
  let low = -1;
  let high = -1;
  for (const byte of bytes) {
    low ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      const odd = -(low & 1);
      low = ((low >>> 1) | (high << 31)) ^ (0xac4bc9b5 & odd);
      high = (high >>> 1) ^ (0x95ac9329 & odd);
    }
  }
  return { low: ~low >>> 0, high: ~high >>> 0 };
}

function slowCrc32(bytes: Uint8Array, reflectedPolynomial: number): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? reflectedPolynomial : 0);
  }
  return ~crc >>> 0;
}

/** Short ones, and lengths around where the fast way begins and around its steps, at odd places of the memory. */
function* ranges(): Generator<Uint8Array> {
  for (let offset = 0; offset < 9; offset++) {
    for (let length = 0; length <= 100; length++) yield noise.subarray(offset, offset + length);
    for (let length = 500; length <= 600; length++) yield noise.subarray(offset, offset + length);
  }
  for (const length of [65_535, 65_536, 65_537, 131_072 + 15, 200_001]) yield noise.subarray(3, 3 + length);
}

describe('long data', () => {
  test('is taken only once there is enough of it, and then in whole steps', () => {
    const crc = new LongCrc(new Int32Array(256));
    expect(crc.update(noise.subarray(0, 511), 0, 0)).toBe(0);
    expect(crc.update(noise.subarray(0, 513), 0, 0)).toBe(0);
    expect(crc.update(noise.subarray(0, mebibyte), 0, 0)).toBe(mebibyte);
    expect(crc.update(noise.subarray(0, 513), 0, 0)).toBe(512);
    expect(crc.update(noise.subarray(0, 511), 0, 0)).toBe(0);
  });

  test('is left to the caller where WebAssembly is forbidden', () => {
    vi.stubGlobal('WebAssembly', {
      Module: class {
        constructor() {
          throw new EvalError('forbidden by the policy of the page');
        }
      },
      Instance: class {
        constructor() {
          throw new EvalError('forbidden by the policy of the page');
        }
      },
    });
    expect(new LongCrc(new Int32Array(256)).update(noise, 0, 0)).toBe(0);
  });

  test('has the CRC-32 and CRC-32C of the slow way', async () => {
    const { crc32, crc32c } = await importWarm();
    for (const bytes of ranges()) {
      expect(crc32c(bytes)).toBe(slowCrc32(bytes, 0x82f63b78));
      expect(crc32(bytes)).toBe(slowCrc32(bytes, 0xedb88320));
    }
  });

  test('has the CRC-64 of the slow way', () => {
    const crc = makeWarm(crc64Jones);
    for (const bytes of ranges()) expect(crc.compute(bytes)).toEqual(slowJones(bytes));
  });
});

describe('the way in WebAssembly and the one in JavaScript', () => {
  test('give the same CRC-32 and CRC-32C', async () => {
    const warm = await importWarm();
    const found = [warm.crc32(noise), warm.crc32c(noise), warm.crc32c(noise.subarray(5), 0x12345678)];
    const plain = await importWithoutWasm();
    expect(found).toEqual([
      plain.crc32(noise),
      plain.crc32c(noise),
      plain.crc32c(noise.subarray(5), 0x12345678),
    ]);
  });

  test.each([
    ['Jones', crc64Jones],
    ['Redis', crc64Redis],
  ])('give the same CRC-64 of %s', (_, parameters) => {
    const found = makeWarm(parameters).compute(noise);
    vi.stubGlobal('WebAssembly', undefined);
    expect(found).toEqual(new Crc64(parameters).compute(noise));
  });

  test('take turns while data comes in pieces of any length', async () => {
    const { crc32c } = await importWarm();
    const warm = makeWarm(crc64Jones);
    let narrow = 0;
    let wide: ReturnType<Crc64['compute']> | undefined;
    for (const piece of oddPieces(noise, 17, 5000)) {
      narrow = crc32c(piece, narrow);
      wide = warm.compute(piece, wide);
    }
    const plain = await importWithoutWasm();
    expect(narrow).toBe(plain.crc32c(noise));
    expect(wide).toEqual(new Crc64(crc64Jones).compute(noise));
  });
});
