import { deflateSync } from 'node:zlib';
import {
  type CodecContext,
  CodecRegistry,
  type CodecStep,
  type Finding,
  type Transform,
} from '@packwright/core';
import { describe, expect, test } from 'vitest';
import { pack2Plugin } from '../../src/index.ts';
import { codesOf, errorOf, openBytes, toBytes, toText } from '../support/archives.ts';
import { buildFrame, buildPack2 } from '../support/build-pack2.ts';

const text = 'a text that is long enough to shrink, '.repeat(30);

/** Opens an archive with one asset. */
function openAsset(
  stored: Uint8Array | string,
  flags: number,
  options: Parameters<typeof openBytes>[1] = {},
) {
  return openBytes(buildPack2([{ name: 'a', stored, flags }]), options);
}

describe('flag and frame', () => {
  test.each([0x01, 0x11])('flags %d with a frame are compressed', async (flags) => {
    const archive = await openAsset(buildFrame(text), flags, { strict: true });
    expect(toText(await archive.entry(0).bytes())).toBe(text);
  });

  test.each([0x00, 0x10])('flags %d are stored', async (flags) => {
    const archive = await openAsset('as it is', flags, { strict: true });
    expect(toText(await archive.entry(0).bytes())).toBe('as it is');
  });

  test('the flag without the frame gives the bytes and a finding', async () => {
    const archive = await openAsset('no frame here', 0x11);
    expect(toText(await archive.entry(0).bytes())).toBe('no frame here');
    expect(await archive.entry(0).measure()).toBe(13);
    expect(codesOf(archive)).toEqual(['frame-missing']);
  });

  test('the flag without the frame is a failure of verification', async () => {
    const archive = await openAsset('no frame here', 0x11);
    const { failures } = await archive.verify();
    expect(failures.map(({ entry, error }) => [entry, error.code])).toEqual([[0, 'DAMAGED']]);
    expect(failures[0]?.error.message).toContain('expected a1b2c3d4');
  });

  test('the flag without the frame is an error under strict', async () => {
    const archive = await openAsset('no frame here', 0x11, { strict: true });
    expect((await errorOf(() => archive.entry(0).bytes())).code).toBe('DAMAGED');
  });

  test('the frame without the flag is stored', async () => {
    const stored = buildFrame(text);
    const archive = await openAsset(stored, 0x10, { strict: true });
    expect(await archive.entry(0).bytes()).toEqual(stored);
    expect(archive.entry(0).size).toBe(stored.length);
  });

  test('the frame without the flag is inflated with the option sniff', async () => {
    const archive = await openAsset(buildFrame(text), 0x10, { strict: true, options: { sniff: true } });
    expect(toText(await archive.entry(0).bytes())).toBe(text);
    expect(await archive.entry(0).measure()).toBe(text.length);
  });

  test('the option sniff leaves what has no frame alone', async () => {
    const archive = await openAsset('short', 0x10, { strict: true, options: { sniff: true } });
    expect(toText(await archive.entry(0).bytes())).toBe('short');
  });

  test('an empty asset is empty whatever its flags say', async () => {
    const archive = await openAsset('', 0x11, { strict: true });
    expect(await archive.entry(0).bytes()).toHaveLength(0);
  });
});

describe('a frame that lies', () => {
  test.each<readonly [fact: string, stored: Uint8Array, code: string]>([
    ['one byte too much', buildFrame(text, text.length + 1), 'SIZE_MISMATCH'],
    ['one byte too little', buildFrame(text, text.length - 1), 'SIZE_MISMATCH'],
    ['nothing', buildFrame(text, 0), 'SIZE_MISMATCH'],
    ['more than deflate can give', buildFrame(text, 0xffffffff), 'SIZE_MISMATCH'],
    ['a size, but its stream is cut off', buildFrame(text).slice(0, -8), 'TRUNCATED'],
  ])('about its size: %s', async (_, stored, code) => {
    const archive = await openAsset(stored, 0x11);
    expect((await errorOf(() => archive.entry(0).bytes())).code).toBe(code);
    expect(
      (
        await errorOf(async () => {
          for await (const chunk of archive.entry(0).chunks()) void chunk;
        })
      ).code,
    ).toBe(code);
  });

  test('is refused above the limit for one entry', async () => {
    const archive = await openAsset(buildFrame(text), 0x11, { limits: { entrySize: 100 } });
    expect((await errorOf(() => archive.entry(0).bytes())).code).toBe('LIMIT_EXCEEDED');
  });

  test('is damage when the stream is none', async () => {
    const stored = buildFrame(text);
    stored[9] = (stored[9] ?? 0) ^ 0xff;
    const archive = await openAsset(stored, 0x11);
    expect((await errorOf(() => archive.entry(0).bytes())).code).toBe('DAMAGED');
  });
});

describe('bytes behind the stream', () => {
  const stored = Uint8Array.from([...buildFrame(text), 1, 2, 3]);

  test('are ignored', async () => {
    const archive = await openAsset(stored, 0x11);
    expect(toText(await archive.entry(0).bytes())).toBe(text);
    expect(archive.findings).toEqual([]);
  });

  test('are an error under strict, at once and in pieces', async () => {
    const archive = await openAsset(stored, 0x11, { strict: true });
    expect((await errorOf(() => archive.entry(0).bytes())).code).toBe('DAMAGED');
    expect((await errorOf(() => run(decoder(strict), stored, 1000))).code).toBe('DAMAGED');
  });
});

describe('the codec in pieces', () => {
  const content = Uint8Array.from({ length: 12_000 }, (_, at) => (at * at) >> 3);

  test.each([1, 3, 7, 8, 9, 4096, 100_000])('decodes pieces of %d bytes', async (length) => {
    const framed = buildFrame(content);
    expect(await run(decoder(lenient), framed, length)).toEqual(content);
    expect(await run(decoder(strict), framed, length)).toEqual(content);
  });

  test.each(['', 'short', 'longer than a frame'])('passes %j on', async (plain) => {
    expect(toText(await run(decoder(lenient), toBytes(plain), 2))).toBe(plain);
  });

  test('encodes what it decodes, with the size and without', async () => {
    for (const step of [{ ...frameStep, size: content.length }, frameStep]) {
      const encoded = await run(await encoder(step), content, 999);
      expect(await run(decoder(strict), encoded, 5000)).toEqual(content);
    }
  });

  test('does not write a frame that lies', async () => {
    const made = await encoder({ ...frameStep, size: 1 });
    expect((await errorOf(() => run(made, content, 999))).code).toBe('SOURCE_CHANGED');
  });
});

describe('settings that reproduce an asset', () => {
  test('begin with classic zlib at level 9 for a stream of level 9', () => {
    const [first] = codec.candidates?.(frameStep, buildFrame(text)) ?? [];
    expect(first).toMatchObject({ level: 9, encoder: 'classic', size: text.length });
  });

  test('follow the level that the stream states', () => {
    const stream = deflateSync(text, { level: 1 });
    const [first] =
      codec.candidates?.(frameStep, Uint8Array.from([0xa1, 0xb2, 0xc3, 0xd4, 0, 0, 0, 0, ...stream])) ?? [];
    expect(first).toMatchObject({ level: 1 });
  });

  test('of an asset without a frame keep it as it is', async () => {
    const [only, ...more] = codec.candidates?.(frameStep, toBytes('no frame')) ?? [];
    expect(more).toEqual([]);
    expect(await codec.encode?.(toBytes('no frame'), only ?? frameStep, strict)).toEqual(toBytes('no frame'));
  });
});

const frameStep: CodecStep = { codec: 'forgelight-pack2/frame' };
const registry = new CodecRegistry(pack2Plugin.codecs);
const codec = registry.get(frameStep.codec);
const lenient = makeContext(false);
const strict = makeContext(true);

function makeContext(isStrict: boolean): CodecContext {
  return {
    keys: { get: () => undefined },
    strict: isStrict,
    codec: (id) => registry.get(id),
    report: (_finding: Finding) => undefined,
  };
}

function decoder(context: CodecContext): Transform {
  const transform = codec.decoder?.(frameStep, undefined, context);
  if (transform === undefined || transform instanceof Promise) throw new Error('Expected a decoder.');
  return transform;
}

async function encoder(step: CodecStep): Promise<Transform> {
  const transform = await codec.encoder?.(step, strict);
  if (transform === undefined) throw new Error('Expected an encoder.');
  return transform;
}

async function run(transform: Transform, input: Uint8Array, length: number): Promise<Uint8Array> {
  const output: number[] = [];
  for (let at = 0; at < input.length; at += length) {
    for (const chunk of await transform.push(input.slice(at, at + length))) output.push(...chunk);
  }
  for (const chunk of await transform.finish()) output.push(...chunk);
  return Uint8Array.from(output);
}
