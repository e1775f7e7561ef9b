import { describe, expect, it } from 'vitest';
import { ngKeyIndex } from '../src/ciphers/index.ts';
import { joaat, partNames } from '../src/joaat.ts';
import { bytesOf } from './support/make-archive.ts';

const published: readonly [text: string, hash: number][] = [
  ['', 0x00000000],
  ['a', 0xca2e9442],
  ['hello', 0xc8fd181b],
  ['Hello', 0xc8fd181b],
  ['hello.txt', 0x714a3238],
  ['adder', 0xb779a091],
  ['mp_m_freemode_01', 0x705e61f2],
  ['prop_alien_egg_01', 0x6b795ebc],
  ['dlc.rpf', 0x777faab0],
  ['update.rpf', 0x19937100],
  ['common.rpf', 0x413d055a],
  ['x64a.rpf', 0x23d9d79e],
  ['global.gxt2', 0xbc0ae1cb],
  ['content.xml', 0xc3c23bcd],
  ['data/handling.meta', 0x49c9d5e5],
  ['data\\handling.meta', 0x49c9d5e5],
  ['textures/x', 0x8e0ff907],
  ['sub/b.dat', 0x0bdfd501],
];

describe('joaat', () => {
  it.each(published)('of %j', (text, hash) => expect(joaat(bytesOf(text))).toBe(hash));

  it('leaves bytes above 127 as they are', () => {
    expect(joaat(Uint8Array.of(0xc4))).not.toBe(joaat(Uint8Array.of(0xe4)));
  });

  it('hashes a range for name lists', () => {
    const into = Uint32Array.of(1, 2);
    partNames.hash(bytesOf('sub/Hello.txt'), 4, 13, into);
    expect([...into]).toEqual([0x714a3238, 0]);
  });
});

describe('the number of an NG key', () => {
  it.each([
    ['dlc.rpf', 417792, 74, 34],
    ['dlc.rpf', 37376, 24, 85],
    ['common.rpf', 1000, 84, 44],
  ])('of %s with %i bytes', (name, size, unbiased, biased) => {
    expect(ngKeyIndex(joaat(bytesOf(name)), size, 0)).toBe(unbiased);
    expect(ngKeyIndex(joaat(bytesOf(name)), size)).toBe(biased);
  });
});
