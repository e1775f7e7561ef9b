import { toHex } from '@packwright/core';
import { expect, it } from 'vitest';
import { resource8, writeResource8 } from '../../src/resources/resource8.ts';

it('sizes and id of a version 8 resource come from both flag words', () => {
  expect(resource8(0x00002002, 0x00001002)).toEqual({ virtual: 8192, physical: 4096, id: 0x22 });
});

it('an exported version 8 resource says that it is plain', () => {
  expect(toHex(writeResource8(0x00002002, 0x00001002, 'little'))).toBe('52534338221f00000220000002100000');
});
