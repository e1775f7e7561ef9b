import { describe, expect, it } from 'vitest';
import { encryptedRanges, readingUnit } from '../../src/ciphers/index.ts';

describe('encrypted ranges of an RPF8 body', () => {
  it.each([
    [0x00, 0x5000, 0x2000, [0x4c00, 0x5000]],
    [0x01, 0x5000, 0x2000, [0, 0x1000, 0x4c00, 0x5000]],
    [0x02, 0x20000, 0x2000, [0, 0x4000, 0x1fc00, 0x20000]],
    [
      0x05,
      0x50000,
      0x80000,
      [0, 0x1000, 0x10000, 0x10800, 0x20000, 0x20800, 0x30000, 0x30800, 0x40000, 0x40800, 0x4fc00, 0x50000],
    ],
    [
      0x29,
      0x90000,
      0x80000,
      [0, 0x1000, 0x20000, 0x21000, 0x40000, 0x41000, 0x60000, 0x61000, 0x80000, 0x81000, 0x8fc00, 0x90000],
    ],
    [0x01, 0x800, 0x2000, [0, 0x800]],
  ])('config %i, size %i, chunk %i', (config, size, chunk, expected) => {
    expect(encryptedRanges(config, size, chunk)).toEqual(expected);
  });

  it('has no range in a body shorter than the tail', () => {
    expect(encryptedRanges(0, 0x400, 0x2000)).toEqual([]);
    expect(encryptedRanges(0, 0, 0x2000)).toEqual([]);
    expect(encryptedRanges(4, 0x3ff, 0x2000)).toEqual([]);
  });

  it('begins the strides at the start when there is no head', () => {
    expect(encryptedRanges(0x04, 0x10c00, 0x2000)).toEqual([0, 0x800, 0x10000, 0x10800, 0x10800, 0x10c00]);
  });

  it('mirrors the engine where the stride is the chunk and the tail straddles it', () => {
    expect(encryptedRanges(0xe5, 0x80100, 0x80000)).toEqual([0, 0x1000, 0x80000, 0x80100]);
  });

  it('knows the reading unit of each kind of body', () => {
    expect(readingUnit(0x1234, false, false)).toBe(0x1000);
    expect(readingUnit(0x1234, false, true)).toBe(0x2000);
    expect(readingUnit(0x1234, true, false)).toBe(0x1234);
    expect(readingUnit(0x1234, true, true)).toBe(0x80000);
  });
});
