import { BytesSource, type CodecContext, CodecRegistry, openArchive } from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { lz4Frames } from '../src/codecs/lz4-frames.ts';
import { ps3Chunks } from '../src/codecs/ps3-chunks.ts';
import plugins from '../src/index.ts';
import { buildChunked, chunkFile } from './support/build-chunked.ts';
import { frameBlocks } from './support/build-wide.ts';
import { textBytes } from './support/write-bytes.ts';

const registry = new CodecRegistry([]);
const context: CodecContext = {
  keys: { get: () => undefined },
  strict: false,
  codec: (id) => registry.get(id),
  report: () => undefined,
};

const text = textBytes('All work and no play. '.repeat(400));
const literals = (length: number): Uint8Array => {
  const rest = length - 15;
  const lengths = [...new Array<number>(Math.floor(rest / 255)).fill(255), rest % 255];
  return Uint8Array.of(0xf0, ...lengths, ...text.subarray(0, length));
};

describe.each([
  [ps3Chunks, chunkFile(text, 1000), text],
  [
    lz4Frames,
    frameBlocks([
      { block: literals(5000), size: 5000 },
      { block: literals(20), size: 20 },
    ]),
    Uint8Array.of(...text.subarray(0, 5000), ...text.subarray(0, 20)),
  ],
] as const)('$id', (codec, stored, plain) => {
  test('decodes at once, with and without a size', async () => {
    const step = { codec: codec.id };
    expect(await codec.decode(stored, step, plain.length, context)).toEqual(plain);
    expect(await codec.decode(stored, step, undefined, context)).toEqual(plain);
  });

  test.each([1, 7, 1000])('decodes in pieces of %i bytes', async (length) => {
    const decoder = await codec.decoder?.({ codec: codec.id }, plain.length, context);
    const chunks: number[] = [];
    for (let at = 0; at < stored.length; at += length) {
      for (const chunk of (await decoder?.push(stored.subarray(at, at + length))) ?? [])
        chunks.push(...chunk);
    }
    for (const chunk of (await decoder?.finish()) ?? []) chunks.push(...chunk);
    expect(Uint8Array.from(chunks)).toEqual(plain);
  });

  test('gives the file or an ArchiveError wherever it is cut', async () => {
    for (let length = 0; length < stored.length; length += 7) {
      const decoding = Promise.resolve(
        codec.decode(stored.slice(0, length), { codec: codec.id }, plain.length, context),
      );
      await expect(decoding).rejects.toMatchObject({ name: 'ArchiveError' });
    }
  });

  test('stops when it is told to', async () => {
    const signal = AbortSignal.abort('enough');
    const decoding = Promise.resolve(
      codec.decode(stored, { codec: codec.id }, plain.length, { ...context, signal }),
    );
    await expect(decoding).rejects.toBe('enough');
  });
});

test('chunked files of a console archive are read', async () => {
  const large = new Uint8Array(150_000).map((_, at) => at % 251);
  const bytes = buildChunked([
    { stem: 'small', content: text },
    { stem: 'large', content: large },
  ]);
  const archive = await openArchive(new BytesSource(bytes, 'a.vpp_ps3'), { formats: plugins, strict: true });
  expect(archive.findings).toEqual([]);
  expect(await archive.find('large.bin')?.bytes()).toEqual(large);
  expect(await archive.find('small.bin')?.bytes()).toEqual(text);
});
