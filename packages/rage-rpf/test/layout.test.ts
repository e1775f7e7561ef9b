import type { ByteOrder } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { identify, magicOf, type VersionNumber } from '../src/layout.ts';
import { bytesOf } from './support/make-archive.ts';

describe('the magic', () => {
  it.each([
    ['RPF0', 0, 'little'],
    ['0FPR', 0, 'big'],
    ['RPF2', 2, 'little'],
    ['RPF5', 5, 'little'],
    ['5FPR', 5, 'big'],
    ['RPF6', 6, 'big'],
    ['6FPR', 6, 'little'],
    ['RPF7', 7, 'big'],
    ['7FPR', 7, 'little'],
    ['8FPR', 8, 'little'],
    ['RPF8', 8, 'big'],
  ] as const)('%s means version %i, %s-endian', (text, version, order) => {
    expect(identify(bytesOf(text))).toEqual({ version, order });
  });

  it('is written as it is read', () => {
    for (let version = 0; version <= 8; version++) {
      for (const order of ['little', 'big'] satisfies ByteOrder[]) {
        const identity = { version: version as VersionNumber, order };
        expect(identify(magicOf(identity))).toEqual(identity);
      }
    }
  });

  it.each(['RPF9', '9FPR', 'RPF/', 'RPF', '', 'rpf7', 'RPFR'])('%j is none', (text) => {
    expect(identify(bytesOf(text))).toBeUndefined();
  });
});
