import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArchiveError } from '../../src/errors/archive-error.ts';
import { installNatives } from '../../src/natives.ts';
import { decodeOrError, findCodec, makeContext, runTransform } from '../support/codec-run.ts';
import { join, makeNoise, makeText, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

const context = makeContext();
const plain = join([makeText(300), makeNoise(40), new Uint8Array(200), makeText(60, 2)]);
const ids = ['deflate-raw', 'zlib', 'zlib-flush'] as const;

async function encode(id: string): Promise<Uint8Array> {
  return findCodec(id).encode(plain, { codec: id, level: 9, encoder: 'classic' }, context);
}

/** The same input through the incremental decoder: bytes, or an `ArchiveError`. */
async function streamOrError(id: string, input: Uint8Array): Promise<Uint8Array | ArchiveError> {
  try {
    const decoder = await findCodec(id).decoder({ codec: id }, plain.length, context);
    return join(await runTransform(decoder, oddPieces(input, 3, 100)));
  } catch (error) {
    if (ArchiveError.is(error)) return error;
    throw error;
  }
}

describe.each([
  ['portable', {}],
  ['native', nodeNatives],
])('hostile bytes with the %s decoder', (_, natives) => {
  let undo = (): void => undefined;
  beforeEach(() => {
    undo = installNatives(natives);
  });
  afterEach(() => undo());

  test.each(ids)('%s cut at every byte gives an ArchiveError, or the right bytes', async (id) => {
    const stored = await encode(id);
    for (let length = 0; length < stored.length; length++) {
      for (const result of [
        await decodeOrError(id, stored.subarray(0, length), plain.length),
        await streamOrError(id, stored.subarray(0, length)),
      ]) {
        if (result instanceof Uint8Array) expect(result).toEqual(plain);
        else expect(['TRUNCATED', 'SIZE_MISMATCH']).toContain(result.code);
      }
    }
  });

  test.each(ids)(
    '%s with every byte flipped gives an ArchiveError, or as many bytes as asked for',
    async (id) => {
      const stored = await encode(id);
      for (let at = 0; at < stored.length; at++) {
        for (const flip of [0x01, 0xc0]) {
          const broken = stored.slice();
          broken[at] = (broken[at] ?? 0) ^ flip;
          for (const size of [plain.length, undefined]) {
            const result = await decodeOrError(id, broken, size);
            if (result instanceof Uint8Array && size !== undefined) expect(result.length).toBe(size);
            // The Adler-32 of a whole zlib stream lets no change through.
            if (id === 'zlib' && result instanceof Uint8Array) expect(result).toEqual(plain);
          }
          const streamed = await streamOrError(id, broken);
          if (streamed instanceof Uint8Array) expect(streamed.length).toBe(plain.length);
        }
      }
    },
  );

  test.each(ids)('%s of noise gives an ArchiveError or bytes, never another error', async (id) => {
    for (let seed = 1; seed <= 150; seed++) {
      const noise = makeNoise(200, seed);
      const input = id === 'deflate-raw' ? noise : join([Uint8Array.of(0x78, 0x9c), noise]);
      await decodeOrError(id, input, undefined);
      await decodeOrError(id, input, 1000);
      await streamOrError(id, input);
    }
  });
});

test.each(ids)('%s gives the same result and the same error with and without natives', async (id) => {
  const stored = await encode(id);
  for (let at = 0; at < stored.length; at += 3) {
    const broken = stored.slice();
    broken[at] = (broken[at] ?? 0) ^ 0x55;
    const portable = await decodeOrError(id, broken, plain.length);
    const undo = installNatives(nodeNatives);
    const native = await decodeOrError(id, broken, plain.length).finally(undo);
    if (portable instanceof Uint8Array) expect(native).toEqual(portable);
    else expect(native).toMatchObject({ code: portable.code, message: portable.message });
  }
});
