import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError, BytesSource, type CodecContext, openArchive } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { daikatana, maxDaikatanaRatio } from '../src/codec.ts';
import plugin from '../src/index.ts';
import { hex, latin1 } from './support/build-pak.ts';
import { encodeByTheBook } from './support/daikatana-by-the-book.ts';
import { daikatanaPlain, daikatanaStream } from './support/minimal.ts';
import { samples, samplesMissing } from './support/samples.ts';

const step = { codec: 'quake-pak/daikatana' };
const context: CodecContext = {
  keys: { get: () => undefined },
  strict: false,
  codec: () => daikatana,
  report: () => undefined,
};

async function decode(stream: Uint8Array, size?: number): Promise<Uint8Array> {
  return daikatana.decode(stream, step, size, context);
}

async function encode(plain: Uint8Array): Promise<Uint8Array> {
  return (await daikatana.encode?.(plain, step, context)) ?? new Uint8Array(0);
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return ArchiveError.is(error) ? error.code : String(error);
  }
  return 'nothing was thrown';
}

describe('decoding', () => {
  it.each([
    ['1 literal byte', '00 41 ff', 'A'],
    ['64 literal bytes', `3f ${'42 '.repeat(64)} ff`, 'B'.repeat(64)],
    ['2 zeros', '40 ff', '\0'.repeat(2)],
    ['65 zeros', '7f ff', '\0'.repeat(65)],
    ['a byte twice', '80 43 ff', 'CC'],
    ['a byte 65 times', 'bf 43 ff', 'C'.repeat(65)],
    ['2 bytes from 2 back', '01 41 42 c0 00 ff', 'ABAB'],
    [
      '63 bytes from 2 back, which repeat themselves',
      '01 41 42 fd 00 ff',
      `AB${'AB'.repeat(32)}`.slice(0, 65),
    ],
    ['nothing', 'ff', ''],
  ])('gives %s', async (_what, stream, plain) => {
    const expected = latin1(plain);
    expect(await decode(hex(stream), expected.length)).toEqual(expected);
    expect(await decode(hex(stream))).toEqual(expected);
  });

  it('reaches 257 bytes back and no further', async () => {
    const literals = Uint8Array.from({ length: 257 }, (_, at) => at & 255);
    const tokens: number[] = [];
    for (let at = 0; at < 257; at += 64) {
      const piece = literals.subarray(at, at + 64);
      tokens.push(piece.length - 1, ...piece);
    }
    const stream = Uint8Array.of(...tokens, 0xc1, 0xff, 0xff);
    expect(await decode(stream, 260)).toEqual(Uint8Array.of(...literals, 0, 1, 2));
    const tooFar = Uint8Array.of(...tokens.slice(0, -2), 0xc1, 0xff, 0xff);
    expect(await codeOf(() => decode(tooFar))).not.toBe('nothing was thrown');
  });

  it('ignores what follows the end', async () => {
    expect(await decode(hex('00 41 ff fe fe'), 1)).toEqual(latin1('A'));
  });

  it('accepts a stream without an end when all bytes are there', async () => {
    expect(await decode(hex('00 41'), 1)).toEqual(latin1('A'));
    expect(await decode(new Uint8Array(0), 0)).toEqual(new Uint8Array(0));
  });

  it.each([
    ['a literal run that is cut', '02 41', 3, 'TRUNCATED'],
    ['a run without its byte', '80', 2, 'TRUNCATED'],
    ['a copy without its distance', '00 41 c0', 3, 'TRUNCATED'],
    ['a token cut behind complete output', '00 41 c0', 1, 'TRUNCATED'],
    ['more than the declared size', '00 41 40 ff', 2, 'SIZE_MISMATCH'],
    ['a declared size that is cut inside a literal run', '01 41 42 ff', 1, 'SIZE_MISMATCH'],
    ['less than the declared size at the end', '00 41 ff', 2, 'SIZE_MISMATCH'],
    ['less than the declared size without an end', '00 41', 2, 'TRUNCATED'],
    ['a copy from before the start', '00 41 c0 00 ff', 3, 'DAMAGED'],
    ['the undefined control byte', 'fe ff', 1, 'DAMAGED'],
    ['a size that the stored bytes cannot give', 'ff', maxDaikatanaRatio + 1, 'SIZE_MISMATCH'],
    ['a size of 4 GiB for one byte', 'ff', 0xffff_ffff, 'SIZE_MISMATCH'],
  ])('refuses %s', async (_what, stream, size, code) => {
    expect(await codeOf(() => decode(hex(stream), size))).toBe(code);
  });

  it('gives the same in pieces of any length', async () => {
    const plain = mixed(200_000, 5);
    const stream = await encode(plain);
    for (const length of [1, 7, 4096, 100_003]) {
      const decoder = await daikatana.decoder?.(step, plain.length, context);
      const found: Uint8Array[] = [];
      for (let at = 0; at < stream.length; at += length) {
        for (const chunk of (await decoder?.push(stream.slice(at, at + length))) ?? [])
          found.push(chunk.slice());
      }
      for (const chunk of (await decoder?.finish()) ?? []) found.push(chunk.slice());
      expect(Buffer.concat(found).equals(plain), `pieces of ${length}`).toBe(true);
    }
  });
});

describe('encoding', () => {
  it('gives the stream of the specification', async () => {
    expect(await encode(daikatanaPlain)).toEqual(daikatanaStream);
  });

  it('makes the same bytes as the written rules, taken word for word', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const plain = mixed(1 + ((seed * 211) % 3000), seed);
      expect(await encode(plain), `seed ${seed}`).toEqual(encodeByTheBook(plain));
    }
  });

  it('makes the same bytes in pieces of any length', async () => {
    const plain = mixed(20_000, 3);
    const whole = await encode(plain);
    for (const length of [1, 63, 66, 67, 1000]) {
      const encoder = await daikatana.encoder?.(step, context);
      const found: Uint8Array[] = [];
      for (let at = 0; at < plain.length; at += length) {
        for (const chunk of (await encoder?.push(plain.slice(at, at + length))) ?? [])
          found.push(chunk.slice());
      }
      for (const chunk of (await encoder?.finish()) ?? []) found.push(chunk.slice());
      expect(Buffer.concat(found).equals(whole), `pieces of ${length}`).toBe(true);
    }
  });

  it('finds a copy whose pattern begins in the last bytes of a piece', async () => {
    const plain = latin1(`${'x'.repeat(64)}ABCDEFGH0123456789xABCDEFGHxxABCDEFGH${'.'.repeat(70)}`);
    const encoder = await daikatana.encoder?.(step, context);
    const found: number[] = [];
    for (const piece of [plain.slice(0, 64), plain.slice(64)]) {
      for (const chunk of (await encoder?.push(piece)) ?? []) found.push(...chunk);
    }
    for (const chunk of (await encoder?.finish()) ?? []) found.push(...chunk);
    expect(Uint8Array.from(found)).toEqual(encodeByTheBook(plain));
  });
});

describe.skipIf(samplesMissing)('the original packer', () => {
  it.each(['maps/random.bsp', 'textures/striped.tga', 'textures/zeros.bmp'])(
    'is matched on %s',
    async (path) => {
      const bytes = new Uint8Array(readFileSync(join(samples, 'quake/daikatana-dkpak-user.pak')));
      const archive = await openArchive(new BytesSource(bytes), { formats: [plugin] });
      const entry = archive.find(path);
      const input = join(samples, 'quake/daikatana-dkpak-inputs', path.slice(path.indexOf('/') + 1));
      const plain = new Uint8Array(readFileSync(input));
      expect(await entry?.bytes()).toEqual(plain);
      const stream = await encode(plain);
      const stored = entry?.stored();
      if (entry?.storedSize === plain.length) expect(stream.length).toBe(261);
      else expect(await stored?.read(0, stored.size)).toEqual(stream);
    },
  );
});

/** Zeros, runs, repeats and noise in turn: every kind of token occurs. */
function mixed(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed * 2654435761;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let at = 0; at < length; ) {
    const kind = random(5);
    const count = Math.min(length - at, 1 + random(kind === 4 ? 20 : 90));
    const distance = 1 + random(Math.min(at, 300) || 1);
    const byte = random(256);
    for (let i = 0; i < count; i++, at++) {
      if (kind === 0) bytes[at] = 0;
      else if (kind === 1) bytes[at] = byte;
      else if (kind <= 3 && at >= distance) bytes[at] = bytes[at - distance] ?? 0;
      else bytes[at] = random(256);
    }
  }
  return bytes;
}
