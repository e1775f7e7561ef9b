import { crc32 } from '@packwright/core';
import { expect, test } from 'vitest';
import { hashName, volitionCrc, volitionNames } from '../src/index.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const vectors: readonly (readonly [string, number | undefined, number, number])[] = [
  ['', 0, 0, 0],
  ['a', 0x61, 0x3ab551ce, 0xe8b7be43],
  ['Hello.txt', 0x6fd6ccaf, 0xf469da15, 0x1260cebb],
  ['b.bin', 0x62be3a2e, 0xf6797fdf, 0x305b88c2],
  ['achievements.xtbl', 0x2e59c30e, 0x408ea42f, 0x89615592],
  ['xray_effect.mat_pc', 0xda708475, 0x1942cc45, 0x7e590308],
  ['DLC_HA_08_08.str2_pc', 0x29647b35, 0x4ce78a05, 0x43321188],
  ['dlc01_l1.asm_pc', 0x33464958, 0x2cc1dd3c, 0xfb12dedb],
  ['123456789', undefined, 0x2dfd2d88, 0xcbf43926],
];

test.each(vectors)('%j has its three hashes', (text, name, crc, standard) => {
  if (name !== undefined) expect(hashName(bytes(text))).toBe(name);
  expect(volitionCrc(bytes(text.toLowerCase()))).toBe(crc);
  expect(crc32(bytes(text.toLowerCase()))).toBe(standard);
});

test('case does not matter to the name hash, and only ASCII has case', () => {
  expect(hashName(bytes('HELLO.TXT'))).toBe(hashName(bytes('hello.txt')));
  expect(hashName(Uint8Array.of(0xc0))).not.toBe(hashName(Uint8Array.of(0xe0)));
});

test('the hash is given to core in halves', () => {
  const halves = new Uint32Array([1, 1]);
  volitionNames.hash(bytes('x/b.bin'), 2, 7, halves);
  expect([...halves]).toEqual([0x62be3a2e, 0]);
});
