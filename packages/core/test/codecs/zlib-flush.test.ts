import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/hex.ts';
import { installNatives } from '../../src/natives.ts';
import { failureOf, findCodec, makeContext, runTransform } from '../support/codec-run.ts';
import { expectSameBytes, join, makeNoise, makeText, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

const context = makeContext();
const codec = findCodec('zlib-flush');
const hello = new TextEncoder().encode('Hello, Mars!\n');
const letters = new TextEncoder().encode('AB'.repeat(10));

interface Restart {
  readonly stored: number;
  readonly decoded: number;
}

/** One stream of parts, and where each part after the first begins. */
async function encodeParts(
  parts: readonly Uint8Array[],
  level: number,
): Promise<{ stored: Uint8Array; restarts: Restart[] }> {
  const encoder = await codec.encoder({ codec: 'zlib-flush', level, encoder: 'classic' }, context);
  const chunks: Uint8Array[] = [];
  const restarts: Restart[] = [];
  let decoded = 0;
  for (const part of parts) {
    chunks.push(...(await encoder.push(part)), ...((await encoder.flush?.()) ?? []));
    decoded += part.length;
    restarts.push({ stored: join(chunks).length, decoded });
  }
  expect([...(await encoder.finish())]).toEqual([]);
  return { stored: join(chunks), restarts };
}

describe('the exact streams of original archives', () => {
  test('level 9, parts packed', async () => {
    const { stored, restarts } = await encodeParts([hello, letters], 9);
    expect(toHex(stored)).toBe('78daf248cdc9c9d751f04d2c2a56e402000000ffff7274c28400000000ffff');
    expect(restarts).toEqual([
      { stored: 0x15, decoded: 13 },
      { stored: 0x1f, decoded: 33 },
    ]);
  });

  test('level 1, parts aligned to 64', async () => {
    const padded = new Uint8Array(64);
    padded.set(hello);
    const { stored, restarts } = await encodeParts([padded, letters], 1);
    expect(toHex(stored)).toBe('7801f248cdc9c9d751f04d2c2a56e462201d00000000ffff7274c28400000000ffff');
    expect(restarts[0]).toEqual({ stored: 0x18, decoded: 64 });
  });
});

describe.each([
  ['portable', {}],
  ['native', nodeNatives],
])('resuming with the %s decoder', (_, natives) => {
  let undo = (): void => undefined;
  beforeEach(() => {
    undo = installNatives(natives);
  });
  afterEach(() => undo());

  const parts = [
    makeText(40_000),
    new Uint8Array(0),
    makeText(10, 5),
    makeNoise(3000),
    new Uint8Array(70_000),
    makeText(90_000),
  ];
  const plain = join(parts);

  test('gives the same bytes from every restart', async () => {
    const { stored, restarts } = await encodeParts(parts, 9);
    for (const restart of restarts) {
      const history = plain.subarray(Math.max(0, restart.decoded - 32768), restart.decoded);
      const resumed = await codec.resume?.({ codec: 'zlib-flush' }, history, context);
      const rest = stored.subarray(restart.stored);
      const chunks = resumed && (await runTransform(resumed, oddPieces(rest)));
      expectSameBytes(join(chunks ?? []), plain.subarray(restart.decoded));
    }
  });

  test('with too little history is damage, not wrong bytes', async () => {
    const { stored, restarts } = await encodeParts([parts[0] ?? hello, makeText(5000)], 9);
    const restart = restarts[0] ?? { stored: 0, decoded: 0 };
    const rest = stored.subarray(restart.stored);
    const failure = await failureOf(async () => {
      const resumed = await codec.resume?.({ codec: 'zlib-flush' }, new Uint8Array(0), context);
      if (resumed !== undefined) await runTransform(resumed, [rest]);
    });
    expect(failure.code).toBe('DAMAGED');
  });

  test('the whole stream, any prefix of it, and a finished stream are read', async () => {
    const { stored } = await encodeParts(parts, 1);
    const step = { codec: 'zlib-flush' };
    expectSameBytes(await codec.decode(stored, step, plain.length, context), plain);
    expectSameBytes(await codec.decode(stored, step, 41_000, context), plain.subarray(0, 41_000));
    const finished = await findCodec('zlib').encode(plain, { codec: 'zlib' }, context);
    expectSameBytes(await codec.decode(finished, step, plain.length, context), plain);
    const decoder = await codec.decoder(step, plain.length, context);
    expectSameBytes(join(await runTransform(decoder, oddPieces(finished))), plain);
  });
});

test('what was decoded before the damage is given before the error', async () => {
  const parts = [makeText(3000), makeText(3000, 2)];
  const { stored, restarts } = await encodeParts(parts, 9);
  const broken = join([stored.subarray(0, restarts[0]?.stored), fromHex('ffffffffff') ?? hello]);
  const decoder = await codec.decoder({ codec: 'zlib-flush' }, undefined, context);
  const chunks: Uint8Array[] = [];
  const failure = await failureOf(async () => {
    for (const chunk of await decoder.push(broken)) chunks.push(chunk);
  });
  expect(failure.code).toBe('DAMAGED');
  expectSameBytes(join(chunks), makeText(3000));
});

test('a flush without new bytes writes no second marker', async () => {
  const encoder = await codec.encoder({ codec: 'zlib-flush', level: 9 }, context);
  const first = join([...(await encoder.push(hello)), ...((await encoder.flush?.()) ?? [])]);
  expect(toHex(first).endsWith('0000ffff')).toBe(true);
  expect([...((await encoder.flush?.()) ?? [])]).toEqual([]);
});
