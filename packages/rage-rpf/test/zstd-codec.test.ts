import { ArchiveError, type CodecContext } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { zstdCodec } from '../src/zstd-codec.ts';
import { bytesOf } from './support/make-archive.ts';
import { makeZstd, makeZstdRun } from './support/make-zstd.ts';

const context: CodecContext = {
  keys: { get: () => undefined },
  strict: false,
  codec: () => zstdCodec,
  report: () => undefined,
};

async function decode(input: Uint8Array, size: number | undefined): Promise<Uint8Array | string> {
  try {
    return await zstdCodec.decode(input, { codec: zstdCodec.id }, size, context);
  } catch (error) {
    return ArchiveError.is(error) ? error.code : `not an ArchiveError: ${error}`;
  }
}

/** `the same words again and again, ` 20 times, as the zstd command compresses it at level 19. */
const compressed: Uint8Array = Uint8Array.from(
  Buffer.from('KLUv/WCAASUBANB0aGUgc2FtZSB3b3JkcyBhZ2FpbiBhbmQsIAIAXYaqmA5lDA==', 'base64'),
);

describe('zstd', () => {
  it('decodes stored, repeated and compressed blocks', async () => {
    expect(await decode(makeZstd(bytesOf('hello')), 5)).toEqual(bytesOf('hello'));
    expect(await decode(makeZstdRun(7, 100_000), 100_000)).toEqual(new Uint8Array(100_000).fill(7));
    const text = 'the same words again and again, '.repeat(20);
    expect(await decode(compressed, text.length)).toEqual(bytesOf(text));
  });

  it('refuses another size than the table says', async () => {
    const frame = makeZstd(bytesOf('hello'));
    expect(await decode(frame, 4)).toBe('DAMAGED');
    expect(await decode(frame, 6)).toBe('DAMAGED');
    expect(await decode(frame, undefined)).toBe('DAMAGED');
    expect(await decode(frame, 2 ** 40)).toBe('SIZE_MISMATCH');
    expect(await decode(new Uint8Array(2 ** 15), 2 ** 29)).toBe('LIMIT_EXCEEDED');
  });

  it('refuses a stream that is cut off, at every byte', async () => {
    for (let length = 0; length < compressed.length; length++) {
      expect(await decode(compressed.subarray(0, length), 640)).toMatch(/DAMAGED|SIZE_MISMATCH/);
    }
  });

  it('gives the right number of bytes or an ArchiveError for a changed stream', async () => {
    for (let bit = 0; bit < 8 * compressed.length; bit++) {
      const changed = compressed.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const found = await decode(changed, 640);
      if (typeof found === 'string') expect(found).toBe('DAMAGED');
      else expect(found.length).toBe(640);
    }
  });
});
