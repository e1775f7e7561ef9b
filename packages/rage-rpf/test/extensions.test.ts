import { describe, expect, it } from 'vitest';
import { extensionOf, otherExtension, pathNames } from '../src/extensions.ts';
import { joaat } from '../src/joaat.ts';
import { bytesOf } from './support/make-archive.ts';

function hashOf(path: string, platform = 'y'): readonly number[] {
  const bytes = bytesOf(path);
  const into = new Uint32Array(2);
  pathNames(platform).hash(bytes, 0, bytes.length, into);
  return [...into];
}

describe('extensions of version 8', () => {
  it.each([
    [0, 'rpf'],
    [2, 'ydr'],
    [12, 'ysc'],
    [13, 'ycs'],
    [64, 'mrf'],
    [73, 'ymap'],
    [76, 'yldb'],
    [82, 'ynd'],
    [87, 'yas'],
    [14, undefined],
    [63, undefined],
    [88, undefined],
    [otherExtension, undefined],
  ])('id %i stands for %s', (id, extension) => expect(extensionOf(id, 'y')).toBe(extension));

  it('carry the letter of the platform', () => expect(extensionOf(2, 'o')).toBe('odr'));

  it('with an id are no part of the hash', () => {
    expect(hashOf('data/File.ydr')).toEqual([joaat(bytesOf('data/file')), 2]);
    expect(hashOf('data/File.odr', 'o')).toEqual([joaat(bytesOf('data/file')), 2]);
  });

  it('without an id are part of the hash', () => {
    expect(hashOf('hello.txt')).toEqual([0x714a3238, 255]);
    expect(hashOf('data/file.odr')).toEqual([joaat(bytesOf('data/file.odr')), 255]);
    expect(hashOf('no-extension')).toEqual([joaat(bytesOf('no-extension')), 255]);
  });
});
