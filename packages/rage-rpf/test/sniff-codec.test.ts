import { deflateRawSync, deflateSync } from 'node:zlib';
import { type CodecContext, CodecRegistry, type CodecStep } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { codecs } from '../src/codecs.ts';
import { encodeLzx } from '../src/lzx/index.ts';
import { bodyStep, fileStep, sniffCodec } from '../src/sniff-codec.ts';
import { bytesOf } from './support/make-archive.ts';
import { makeZstd } from './support/make-zstd.ts';

const registry = new CodecRegistry(codecs);
const context: CodecContext = {
  keys: { get: () => undefined },
  strict: false,
  codec: (id) => registry.get(id),
  report: () => undefined,
};
const plain = bytesOf('what the game loads into its memory '.repeat(30));

function withLzxHeader(mark: readonly number[], declared?: number): Uint8Array {
  const stream = encodeLzx(plain);
  const bytes = new Uint8Array(8 + stream.length);
  bytes.set(mark);
  new DataView(bytes.buffer).setUint32(4, declared ?? stream.length);
  bytes.set(stream, 8);
  return bytes;
}

const bodies: readonly [title: string, step: CodecStep, stored: Uint8Array][] = [
  ['zlib', bodyStep, deflateSync(plain, { level: 9 })],
  ['zlib of another level', bodyStep, deflateSync(plain, { level: 1 })],
  ['Xbox LZX', bodyStep, withLzxHeader([0x0f, 0xf5, 0x12, 0xf1])],
  ['Xbox LZX with a wrong length', bodyStep, withLzxHeader([0x0f, 0xf5, 0x12, 0xf1], 0xffffffff)],
  ['Xbox LZX as another tool marks it', bodyStep, withLzxHeader([0x05, 0xf5, 0x12, 0xef])],
  ['zstd', bodyStep, makeZstd(plain)],
  ['nothing', bodyStep, plain],
  ['raw deflate', fileStep, deflateRawSync(plain)],
  ['zstd in a file', fileStep, makeZstd(plain)],
];

describe('a body without a word about its compressor', () => {
  it.each(bodies)('is decoded when it is %s', async (_, step, stored) => {
    expect(await sniffCodec.decode(stored, step, plain.length, context)).toEqual(plain);
  });

  it.each(bodies)('is decoded in small pieces when it is %s', async (_, step, stored) => {
    const decoder = await sniffCodec.decoder?.(step, plain.length, context);
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < stored.length; at += 3) {
      for (const chunk of (await decoder?.push(stored.subarray(at, at + 3))) ?? [])
        chunks.push(chunk.slice());
    }
    for (const chunk of (await decoder?.finish()) ?? []) chunks.push(chunk.slice());
    expect(new Uint8Array(Buffer.concat(chunks))).toEqual(plain);
  });

  it('proposes encoders for raw deflate only', () => {
    const steps = sniffCodec.candidates?.(fileStep, deflateRawSync(plain)) ?? [];
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every(({ codec }) => codec === sniffCodec.id)).toBe(true);
    expect(sniffCodec.candidates?.(fileStep, makeZstd(plain))).toEqual([]);
    expect(sniffCodec.candidates?.(bodyStep, deflateSync(plain))).toEqual([]);
  });
});
