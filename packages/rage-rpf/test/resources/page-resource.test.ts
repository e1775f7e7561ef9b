import { describe, expect, it } from 'vitest';
import {
  encodePageFlags,
  extendedSizes,
  pageSizes,
  readPageResource,
} from '../../src/resources/page-resource.ts';
import { makeExtendedResource, makePageResource } from '../support/make-resource.ts';

describe('sizes of a resource of versions 2 to 6', () => {
  it.each([
    [0xc0100010, 4096, 8192],
    [0xc0000010, 4096, 0],
    [0xc8088820, 16384, 17408],
    [0xc41801a0, 106496, 24576],
    [0xdc10103f, 64512, 1048576],
  ])('come from the flags %i', (flags, virtual, physical) =>
    expect(pageSizes(flags)).toEqual({ virtual, physical }),
  );

  it.each([
    [0x80004003, 12288, 4096],
    [0xb0040010, 65536, 65536],
  ])('come from the extended flags %i', (flags, virtual, physical) => {
    expect(extendedSizes(flags)).toEqual({ virtual, physical });
  });

  it.each([0, 1, 255, 4096, 524032, 524033, 10_000_000])('become flags that are no smaller: %i', (size) => {
    const { virtual, physical } = pageSizes(encodePageFlags({ virtual: size, physical: 256 }));
    expect(virtual).toBeGreaterThanOrEqual(size);
    expect(virtual).toBeLessThanOrEqual(size * 1.01 + 256);
    expect(physical).toBe(256);
  });
});

describe('the header of a resource of versions 2 to 6', () => {
  it('is found in either byte order', () => {
    const expected = { headerLength: 12, type: 8, flags1: 0xc0100010, flags2: 0 };
    expect(readPageResource(makePageResource(true))).toEqual(expected);
    expect(readPageResource(makePageResource(false))).toEqual(expected);
  });

  it('may have extended sizes', () => {
    expect(readPageResource(makeExtendedResource())).toMatchObject({ headerLength: 16, flags2: 0x80004003 });
  });

  it('is not found in other files, nor when it is cut off', () => {
    expect(readPageResource(Uint8Array.of(0x52, 0x53, 0x43, 0x07, 0, 0, 0, 0, 0, 0, 0, 0))).toBeUndefined();
    expect(readPageResource(makePageResource().subarray(0, 11))).toBeUndefined();
    expect(readPageResource(new Uint8Array(0))).toBeUndefined();
  });
});
