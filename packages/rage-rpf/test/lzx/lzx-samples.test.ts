import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { decodeLzx } from '../../src/lzx/index.ts';

const samples = process.env.PACKWRIGHT_SAMPLES;
if (samples === undefined) {
  console.warn('PACKWRIGHT_SAMPLES is not set: LZX is NOT checked against streams of the original encoder.');
}

describe.skipIf(samples === undefined)('streams made by the original encoder', () => {
  const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(samples ?? '', 'lzx', name)));

  for (const name of ['one-short-chunk', 'two-chunks']) {
    it(`decodes ${name}`, () => {
      const plain = read(`${name}.plain`);
      const stream = read(`${name}.lzx`);
      expect(Buffer.from(decodeLzx(stream, { windowBits: 16, size: plain.length })).equals(plain)).toBe(true);
      expect(Buffer.from(decodeLzx(stream, { windowBits: 16 })).equals(plain)).toBe(true);
    });

    it(`refuses ${name} cut at any byte`, () => {
      const size = read(`${name}.plain`).length;
      const stream = read(`${name}.lzx`);
      // Behind the last chunk stands only the end mark, which the size makes unnecessary.
      const needed = stream.length - 5;
      for (let length = 0; length < needed; length += length < 600 ? 1 : 37) {
        expect(() => decodeLzx(stream.subarray(0, length), { windowBits: 16, size })).toThrow(ArchiveError);
      }
      expect(decodeLzx(stream.subarray(0, needed), { windowBits: 16, size })).toHaveLength(size);
    });

    it(`answers any flipped bit of ${name} with an ArchiveError or the right number of bytes`, () => {
      const plain = read(`${name}.plain`);
      const stream = read(`${name}.lzx`);
      let refused = 0;
      let tried = 0;
      for (let at = 0; at < stream.length - 5; at += at < 300 ? 1 : 61) {
        const flipped = stream.slice();
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        tried++;
        try {
          expect(decodeLzx(flipped, { windowBits: 16, size: plain.length })).toHaveLength(plain.length);
        } catch (error) {
          expect(ArchiveError.is(error)).toBe(true);
          refused++;
        }
      }
      // LZX has no checksum: a flip in a literal byte is another literal byte.
      expect(refused / tried).toBeGreaterThan(0.75);
    });
  }
});
