import {
  ArchiveError,
  type Codec,
  type CodecContext,
  type CodecStep,
  type Keys,
  toHex,
} from '@packwright/core';
import { describe, expect, it } from 'vitest';
import {
  ngCodec,
  ngStep,
  tfit2CbcCodec,
  tfit2CbcStep,
  tfitCbcCodec,
  tfitCbcStep,
} from '../../src/ciphers/index.ts';
import { keyIds } from '../../src/keys/key-ids.ts';
import { Dice, keysOf, makeKeys } from './made-up-keys.ts';

const keys = makeKeys();
const plain = new Dice(9).bytes(1003);

function contextWith(provider: Keys, signal?: AbortSignal): CodecContext {
  return { keys: provider, strict: false, signal, codec: () => ngCodec, report: () => undefined };
}

async function encode(codec: Codec, step: CodecStep): Promise<Uint8Array> {
  return (await codec.encode?.(plain, step, contextWith(keys))) ?? new Uint8Array(0);
}

async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'none';
  } catch (error) {
    return ArchiveError.is(error) ? `${error.code}: ${error.message}` : `not an ArchiveError: ${error}`;
  }
}

const cases: readonly [string, Codec, CodecStep][] = [
  ['NG', ngCodec, ngStep(85)],
  ['TFIT2', tfit2CbcCodec, tfit2CbcStep(0xc5)],
  ['TFIT2 ranges', tfit2CbcCodec, tfit2CbcStep(7, [16, 64, 900, 1003])],
  ['TFIT on PS4', tfitCbcCodec, tfitCbcStep('ps4', 0xc0)],
];

describe.each(cases)('%s', (_, codec, step) => {
  it('gives back what it encrypted, and leaves the input alone', async () => {
    const before = toHex(plain);
    const stored = await encode(codec, step);
    expect(stored).toHaveLength(plain.length);
    expect(toHex(stored)).not.toBe(before);
    const copy = toHex(stored);
    expect(toHex(await codec.decode(stored, step, plain.length, contextWith(keys)))).toBe(before);
    expect(toHex(stored)).toBe(copy);
    expect(toHex(plain)).toBe(before);
  });

  it('leaves a tail shorter than a block plain', async () => {
    const stored = await encode(codec, step);
    expect(toHex(stored.subarray(-3))).toBe(toHex(plain.subarray(-3)));
  });

  it('survives a worker border as plain data', () => {
    expect(structuredClone(step)).toEqual(step);
    expect(JSON.parse(JSON.stringify(step))).toEqual(step);
  });

  it('names a key that is missing', async () => {
    const code = await codeOf(() => codec.decode(plain, step, plain.length, contextWith(keysOf({}))));
    expect(code).toBe(`KEY_MISSING: The data is encrypted and the key ${step.key} is not there.`);
  });

  it('refuses a key of the wrong length', async () => {
    const short = keysOf({ [step.key ?? '']: new Uint8Array(5) });
    const code = await codeOf(() => codec.decode(plain, step, plain.length, contextWith(short)));
    expect(code).toMatch(/^KEY_WRONG: Found 5 bytes in the key /);
  });

  it('stops with the reason of the signal', async () => {
    const reason = new Error('enough');
    const context = contextWith(keys, AbortSignal.abort(reason));
    await expect(async () => codec.decode(plain, step, plain.length, context)).rejects.toBe(reason);
  });
});

describe('cipher steps', () => {
  it('NG knows 101 keys', async () => {
    const code = await codeOf(() => ngCodec.decode(plain, ngStep(101), plain.length, contextWith(keys)));
    expect(code).toBe('OPTION_INVALID: The codec rage-rpf/ng was given keyIndex 101, expected 0 to 100.');
  });

  it('TFIT2 tells an unknown key number', async () => {
    const code = await codeOf(() => tfit2CbcCodec.decode(plain, tfit2CbcStep(163), 1003, contextWith(keys)));
    expect(code).toMatch(/^KEY_MISSING: The data is encrypted with key number 163/);
  });

  it('TFIT of the PS4 has one extra key only', async () => {
    const step = tfitCbcStep('ps4', 0xc6);
    const code = await codeOf(() => tfitCbcCodec.decode(plain, step, 1003, contextWith(keys)));
    expect(code).toMatch(/^KEY_MISSING: The data is encrypted with key number 198/);
  });

  it('a row of zeros is a key that is not there', async () => {
    const set = new Uint8Array(166 * 288).fill(1, 288);
    const provider: Keys = { get: (id) => (id === keyIds.rdr2Keys ? set : keys.get(id)) };
    const code = await codeOf(() =>
      tfit2CbcCodec.decode(plain, tfit2CbcStep(0), 1003, contextWith(provider)),
    );
    expect(code).toMatch(/^KEY_MISSING: .*rage-rpf\/rdr2-keys \(number 0\) is not there\.$/);
  });

  it('refuses ranges that run backwards', async () => {
    const step = tfit2CbcStep(1, [16, 32, 20, 40]);
    const code = await codeOf(() => tfit2CbcCodec.decode(plain, step, 1003, contextWith(keys)));
    expect(code).toMatch(/^OPTION_INVALID: .* was given ranges \[16,32,20,40\], expected pairs/);
  });
});
