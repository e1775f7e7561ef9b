import { ArchiveError } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { decodeLzx, encodeLzx, lzxCodec, lzxStep } from '../../src/lzx/index.ts';
import { LzxBits, makeChunk } from './lzx-builder.ts';

function codeOf(stream: Uint8Array, size?: number, limit?: number): string {
  try {
    decodeLzx(stream, { windowBits: 16, size, limit });
    return 'none';
  } catch (error) {
    return ArchiveError.is(error) ? `${error.code}: ${error.message}` : `not an ArchiveError: ${error}`;
  }
}

const plain = Uint8Array.from({ length: 70000 }, (_, i) => (i * i) >>> 3);

describe('damaged LZX', () => {
  it('names the block type it found', () => {
    const stream = makeChunk(4, new LzxBits().bits(0, 1).bits(5, 3).bits(4, 24).finish());
    expect(codeOf(stream)).toBe('DAMAGED: Found the LZX block type 5, expected 1, 2 or 3.');
  });

  it('refuses a chunk of nothing and one that is too large', () => {
    expect(codeOf(makeChunk(0, Uint8Array.of(1, 2)))).toMatch(/^DAMAGED: Found an LZX chunk of 0 bytes/);
    expect(codeOf(makeChunk(0x8001, Uint8Array.of(1, 2)))).toMatch(
      /^DAMAGED: Found an LZX chunk of 32769 bytes/,
    );
  });

  it('refuses bytes that the decoder did not use', () => {
    const stream = encodeLzx(plain.subarray(0, 10));
    const longer = makeChunk(10, Uint8Array.from([...stream.subarray(5, -5), 0, 0, 0, 0]));
    expect(codeOf(longer)).toMatch(/^DAMAGED: Found 4 unread bytes/);
  });

  it('refuses code lengths that promise too many codes', () => {
    const bits = new LzxBits().bits(0, 1).bits(1, 3).bits(4, 24);
    for (let symbol = 0; symbol < 20; symbol++) bits.bits(1, 4);
    expect(codeOf(makeChunk(4, bits.finish()))).toMatch(
      /^DAMAGED: Found LZX tree code lengths that fill 655360/,
    );
  });

  it('refuses a size that the stream does not have', () => {
    const stream = encodeLzx(plain);
    expect(codeOf(stream, 69999)).toMatch(/^SIZE_MISMATCH: Found at least 70000 bytes/);
    expect(codeOf(stream, 70001)).toMatch(/^SIZE_MISMATCH: Found at most 70000 bytes/);
    expect(codeOf(stream.subarray(0, 9), 2 ** 50)).toMatch(/^SIZE_MISMATCH: Found at most 9252 bytes/);
  });

  it('keeps to the limit where no size is known', () => {
    expect(codeOf(encodeLzx(plain), undefined, 40000)).toMatch(/^LIMIT_EXCEEDED: Found 65536 bytes/);
  });

  it('refuses every truncation, with and without a size', () => {
    const stream = encodeLzx(plain.subarray(0, 33000));
    const needed = stream.length - 5;
    const border = 2 + 16 + 32768;
    for (let length = 0; length < needed; length += length < 40 || Math.abs(length - border) < 30 ? 1 : 501) {
      expect(codeOf(stream.subarray(0, length), 33000)).toMatch(/^(TRUNCATED|SIZE_MISMATCH)/);
      // An end on a chunk border cannot be told from the end.
      if (length !== 0 && length !== border) {
        expect(codeOf(stream.subarray(0, length))).toMatch(/^TRUNCATED/);
      }
    }
  });

  it('survives random bytes', () => {
    let seed = 12345;
    const next = (): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return seed >>> 16;
    };
    for (let round = 0; round < 3000; round++) {
      const payload = Uint8Array.from({ length: 40 + (next() % 200) }, () => next() & 0xff);
      // A valid type and no translation, so that most get beyond the first check.
      payload[1] = ((payload[1] ?? 0) & 0x0f) | (0x10 * (1 + (next() % 3)));
      expect(codeOf(makeChunk(1 + (next() % 0x8000), payload))).toMatch(/^(none|DAMAGED|TRUNCATED)/);
    }
  });
});

describe('the LZX codec', () => {
  const context = {
    keys: { get: () => undefined },
    strict: false,
    codec: () => lzxCodec,
    report: () => undefined,
  };

  it.each([0, 1, 2, 32767, 32768, 32769, 65536, 70000])('gives %i bytes back', async (length) => {
    const content = plain.subarray(0, length);
    const stored = await lzxCodec.encode?.(content, lzxStep(17), context);
    for (const size of [length, undefined]) {
      const decoded = await lzxCodec.decode(stored ?? plain, lzxStep(17), size, context);
      expect(Buffer.from(decoded).equals(content)).toBe(true);
    }
  });

  it('ignores block padding after the declared size', async () => {
    const stored = Uint8Array.from([...encodeLzx(plain.subarray(0, 100)), ...new Uint8Array(400).fill(7)]);
    expect(await lzxCodec.decode(stored, lzxStep(16), 100, context)).toEqual(plain.subarray(0, 100));
  });

  it('knows two windows only', () => {
    expect(() => lzxCodec.decode(plain, { codec: lzxCodec.id, windowBits: 15 }, 1, context)).toThrow(
      'The codec rage-rpf/lzx was given windowBits 15, expected 16 or 17.',
    );
  });
});
