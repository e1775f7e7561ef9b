import * as zlib from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { expectSameBytes, makeText } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

// As a page whose policy forbids to compile code; all that follows is loaded anew.
vi.stubGlobal('WebAssembly', undefined);
afterAll(() => vi.unstubAllGlobals());
const { failureOf, findCodec, makeContext } = await import('../support/codec-run.ts');
const { installNatives } = await import('../../src/natives.ts');

const context = makeContext();
const codec = findCodec('zlib');
const text = makeText(30_000);

describe('without WebAssembly', () => {
  test('the encoder "fast" says that it is missing, and what to choose', async () => {
    const step = { codec: 'zlib', encoder: 'fast' };
    for (const call of [
      async () => codec.encode(text, step, context),
      async () => codec.encoder(step, context),
    ]) {
      const failure = await failureOf(call);
      expect(failure.code).toBe('CODEC_MISSING');
      expect(failure.message).toContain('WebAssembly');
    }
  });

  test('the default encoder is the classic one, or the native one where there is one', async () => {
    const classic = await codec.encode(text, { codec: 'zlib', encoder: 'classic' }, context);
    expectSameBytes(await codec.encode(text, { codec: 'zlib' }, context), classic);
    const undo = installNatives(nodeNatives);
    try {
      const native = await codec.encode(text, { codec: 'zlib' }, context);
      expectSameBytes(native, new Uint8Array(zlib.deflateSync(text)));
    } finally {
      undo();
    }
  });

  test('a stream of known size is inflated', async () => {
    const stored = new Uint8Array(zlib.deflateSync(text));
    expectSameBytes(await codec.decode(stored, { codec: 'zlib' }, text.length, context), text);
  });
});
