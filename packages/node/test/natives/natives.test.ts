import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { type InflateRequest, natives } from '@packwright/core';
import { InflateStream } from '@packwright/core/portable-deflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { installNodeNatives } from '../../src/natives/install-natives.ts';
import { sameBytes } from '../support/same-bytes.ts';

const words = new TextEncoder().encode('the quick brown fox jumps over the lazy dog '.repeat(3000));
const noise = new Uint8Array(randomBytes(100_000));

function request(values: Partial<InflateRequest> = {}): InflateRequest {
  return { format: 'zlib', size: undefined, limit: 2 ** 30, unfinished: false, ...values };
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

beforeAll(() => installNodeNatives());

describe('inflate', () => {
  test.each([0, 1, 100, 5000, words.length])('gives %d bytes, with and without a known size', (length) => {
    const plain = words.slice(0, length);
    for (const format of ['zlib', 'raw'] as const) {
      const stored = format === 'zlib' ? deflateSync(plain) : deflateRawSync(plain);
      for (const size of [undefined, length]) {
        const result = natives().inflate?.(stored, request({ format, size }));
        expect(sameBytes(result, plain)).toBe(true);
        expect(result?.constructor).toBe(Uint8Array);
      }
    }
  });

  test('what it gives shares its memory with nothing else', () => {
    const result = natives().inflate?.(deflateSync(words.slice(0, 100)), request({ size: 100 }));
    expect(result?.buffer.byteLength).toBeLessThan(4096);
  });

  test('refuses more than the limit, a broken stream and an early end', () => {
    const stored = deflateSync(words);
    expect(() => natives().inflate?.(stored, request({ limit: words.length - 1 }))).toThrow();
    expect(() => natives().inflate?.(stored.subarray(0, 50), request())).toThrow();
    expect(() => natives().inflate?.(noise, request())).toThrow();
  });

  test('takes a stream that is never finished where that is allowed', () => {
    const stored = deflateSync(words, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(sameBytes(natives().inflate?.(stored, request({ unfinished: true })), words)).toBe(true);
  });

  test('resumes with history', () => {
    const history = words.slice(0, 32768);
    const stored = deflateRawSync(words.slice(32768), { dictionary: history });
    expect(
      sameBytes(natives().inflate?.(stored, request({ format: 'raw', history })), words.slice(32768)),
    ).toBe(true);
  });
});

describe('inflater', () => {
  async function inflateInPieces(
    stored: Uint8Array,
    pieceLength: number,
  ): Promise<{ bytes: Uint8Array; ended: boolean }> {
    const inflater = natives().inflater?.('zlib', undefined);
    if (inflater === undefined) throw new Error('No inflater is installed.');
    const chunks: Uint8Array[] = [];
    const piece = new Uint8Array(pieceLength);
    for (let at = 0; at < stored.length; at += pieceLength) {
      const length = Math.min(pieceLength, stored.length - at);
      piece.set(stored.subarray(at, at + length));
      chunks.push(...(await inflater.push(piece.subarray(0, length), Number.POSITIVE_INFINITY)));
      piece.fill(0xee);
    }
    await inflater.finish?.();
    return { bytes: join(chunks), ended: inflater.ended };
  }

  test.each([1000, 7, 1_000_000])('gives the bytes in pieces of %d and sees the end', async (length) => {
    const stored = deflateSync(words);
    const { bytes, ended } = await inflateInPieces(stored, length);
    expect(ended).toBe(true);
    expect(sameBytes(bytes, words)).toBe(true);
  });

  test('ignores what follows the end', async () => {
    const stored = join([deflateSync(words), noise]);
    const { bytes, ended } = await inflateInPieces(stored, 1000);
    expect(ended).toBe(true);
    expect(sameBytes(bytes, words)).toBe(true);
  });

  test('an early end is no end', async () => {
    const stored = deflateSync(noise);
    const { bytes, ended } = await inflateInPieces(stored.subarray(0, 5000), 1000);
    expect(ended).toBe(false);
    expect(sameBytes(bytes, noise.slice(0, bytes.length))).toBe(true);
  });

  test('a stream that is flushed but never finished gives all its bytes', async () => {
    const stored = deflateSync(words, { finishFlush: constants.Z_SYNC_FLUSH });
    const { bytes, ended } = await inflateInPieces(stored, 100);
    expect(ended).toBe(false);
    expect(sameBytes(bytes, words)).toBe(true);
  });

  test('a broken stream throws', async () => {
    const inflater = natives().inflater?.('zlib', undefined);
    const push = async (): Promise<readonly Uint8Array[]> => [...((await inflater?.push(noise, 100)) ?? [])];
    await expect(push()).rejects.toThrow();
    expect(await push()).toEqual([]);
  });

  test('of a broken stream, all that comes is what the stream says', async () => {
    const stored = deflateSync(words);
    for (let at = 2; at < stored.length; at++) {
      const broken = stored.slice();
      broken[at] = (broken[at] ?? 0) ^ 0x5a;
      const found: Uint8Array[] = [];
      try {
        for (const chunk of (await natives()
          .inflater?.('zlib', undefined)
          ?.push(broken, 2 ** 30)) ?? [])
          found.push(chunk);
      } catch {
        // What is wrong with it is for core to find out.
      }
      const { length } = join(found);
      const right = new Uint8Array(length);
      const portable = new InflateStream('zlib');
      portable.feed(broken);
      expect(portable.fill(right, 0, length)).toBe(length);
      expect(sameBytes(join(found), right)).toBe(true);
    }
  });

  test('stops soon after the limit', async () => {
    const bomb = deflateSync(new Uint8Array(50_000_000));
    const inflater = natives().inflater?.('zlib', undefined);
    const chunks = [...((await inflater?.push(bomb, 1000)) ?? [])];
    expect(join(chunks).length).toBeGreaterThanOrEqual(1000);
    expect(join(chunks).length).toBeLessThanOrEqual(262144);
    await inflater?.finish?.();
    expect(inflater?.ended).toBe(false);
  });

  test('resumes raw data with history', async () => {
    const history = words.slice(0, 32768);
    const inflater = natives().inflater?.('raw', history);
    const stored = deflateRawSync(words.slice(32768), { dictionary: history });
    expect(sameBytes(join([...((await inflater?.push(stored, 2 ** 30)) ?? [])]), words.slice(32768))).toBe(
      true,
    );
  });
});

describe('deflate', () => {
  test.each([0, 1, 6, 9])('level %d reads back', (level) => {
    for (const plain of [words, noise, new Uint8Array(0)]) {
      const zlib = natives().deflate?.(plain, 'zlib', level) ?? noise;
      expect(sameBytes(new Uint8Array(inflateSync(zlib)), plain)).toBe(true);
      const raw = natives().deflate?.(plain, 'raw', level) ?? noise;
      expect(sameBytes(new Uint8Array(inflateRawSync(raw)), plain)).toBe(true);
    }
  });

  test('in pieces, with flushes, reads back; each flush gives all bytes so far', async () => {
    const deflater = natives().deflater?.('zlib', 6);
    if (deflater === undefined) throw new Error('No deflater is installed.');
    const stored: Uint8Array[] = [];
    for (let part = 0; part < 5; part++) {
      stored.push(...(await deflater.push(words.subarray(0, 10_000), 'none')));
      stored.push(...(await deflater.push(noise.subarray(0, 1000), 'sync')));
      const soFar = inflateSync(join(stored), { finishFlush: constants.Z_SYNC_FLUSH });
      expect(soFar.length).toBe((part + 1) * 11_000);
    }
    stored.push(...(await deflater.push(words, 'finish')));
    expect(inflateSync(join(stored)).length).toBe(55_000 + words.length);
  });
});

test('crc32 goes on from what came before', () => {
  const check = new TextEncoder().encode('123456789');
  const { crc32 } = natives();
  expect(crc32?.(check, 0)).toBe(0xcbf43926);
  expect(crc32?.(check.subarray(4), crc32(check.subarray(0, 4), 0))).toBe(0xcbf43926);
});

test('hashes', () => {
  const hash = natives().hash?.('sha1');
  hash?.update(new TextEncoder().encode('a'));
  hash?.update(new TextEncoder().encode('bc'));
  expect(Buffer.from(hash?.digest() ?? []).toString('hex')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
});

test('AES in ECB mode goes both ways, several passes deep', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i);
  const plain = Uint8Array.from({ length: 16 }, (_, i) => i * 0x11);
  const once = natives().aesEcb?.('encrypt', key, plain, 1) ?? noise;
  // The example vector of FIPS 197, appendix C.3.
  expect(Buffer.from(once).toString('hex')).toBe('8ea2b7ca516745bfeafc49904b496089');
  const deep = natives().aesEcb?.('encrypt', key, noise.subarray(0, 4096), 16) ?? noise;
  expect(sameBytes(natives().aesEcb?.('decrypt', key, deep, 16), noise.subarray(0, 4096))).toBe(true);
  expect(natives().aesEcb?.('decrypt', key, plain, 0)).toEqual(plain);
});
