import { toHex } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import {
  encodePart7,
  pageUnits7,
  partSize7,
  readLargeSize7,
  readResource7,
  writeLargeSize7,
  writeResource7,
} from '../../src/resources/resource7.ts';

describe('sizes of a version 7 resource', () => {
  it.each([
    [0x00020000, 8192, 4096, 5504],
    [0x04000004, 16384, 8192, 11008],
    [0x00000010, 131072, 65536, 88064],
    [0x08000000, 512, 256, 344],
  ])('come from the flags %i', (flags, usual, ps3System, ps3Graphics) => {
    expect(partSize7(flags)).toBe(usual);
    expect(partSize7(flags, pageUnits7.ps3System)).toBe(ps3System);
    expect(partSize7(flags, pageUnits7.ps3Graphics)).toBe(ps3Graphics);
  });

  it.each([
    [0x00000800, 16384],
    [0x0f000000, 7680],
    [0x00020001, 16384],
    [0xa0020011, 278528],
    [0x20000000, 0],
    [0x00060003, 196608],
    [0x001e0044, 4063232],
  ])('come from the flags %i on PC', (flags, size) => expect(partSize7(flags)).toBe(size));

  it.each([0, 1, 512, 513, 7680, 1048064, 1048577, 900_000_000])(
    'become flags that are no smaller: %i',
    (size) => {
      const found = partSize7(encodePart7(size) ?? 0);
      expect(found).toBeGreaterThanOrEqual(size);
      expect(found).toBeLessThanOrEqual(size * 1.01 + 512);
    },
  );

  it('have an end', () => expect(encodePart7(2 ** 40)).toBeUndefined());
});

describe('the header of a version 7 resource', () => {
  it('is rebuilt as a real archive has it', () => {
    expect(toHex(writeResource7(0x04000004, 0x20000000, 'little'))).toBe('52534337020000000400000400000020');
  });

  it('keeps its text and turns its words on consoles', () => {
    const header = writeResource7(0x04000004, 0x20000000, 'big');
    expect(toHex(header)).toBe('52534337000000020400000420000000');
    expect(readResource7(header, 'big')).toEqual({
      version: 2,
      systemFlags: 0x04000004,
      graphicsFlags: 0x20000000,
    });
  });

  it('gives four bytes away for a size of 16 MiB and more', () => {
    const header = writeResource7(0x04000004, 0x20000000, 'little');
    const large = writeLargeSize7(header, 0x89abcdef);
    expect([large[2], large[5], large[14], large[7]]).toEqual([0x89, 0xab, 0xcd, 0xef]);
    expect(readLargeSize7(large)).toBe(0x89abcdef);
  });
});
