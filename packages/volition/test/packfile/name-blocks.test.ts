import { decodeLatin1 } from '@packwright/core';
import { expect, test } from 'vitest';
import { version3, version4 } from '../../src/index.ts';
import { buildNames } from '../../src/packfile/name-blocks.ts';

test('full names stand back to back in entry order', () => {
  const { names, nameOffsets, extensions } = buildNames(['a.txt', undefined, 'b'], version3);
  expect(decodeLatin1(names)).toBe('a.txt\0b\0');
  expect([...nameOffsets]).toEqual([0, 0xffffffff, 6]);
  expect(extensions).toBeUndefined();
});

test('version 4 has each stem and each extension once, split at the last dot', () => {
  const { names, nameOffsets, extensions, extensionOffsets } = buildNames(
    ['foo.lua', 'foo.xtbl', 'a.b.lua', 'plain', '.hidden'],
    version4,
  );
  expect(decodeLatin1(names)).toBe('foo\0a.b\0plain\0\0');
  expect([...nameOffsets]).toEqual([0, 0, 4, 8, 14]);
  expect(decodeLatin1(extensions ?? new Uint8Array(0))).toBe('lua\0xtbl\0\0hidden\0');
  expect([...(extensionOffsets ?? [])]).toEqual([0, 4, 0, 9, 10]);
});
