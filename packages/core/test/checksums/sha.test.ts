import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { sha1, sha256 } from '../../src/checksums/create-checksum.ts';
import { Sha1 } from '../../src/checksums/sha1.ts';
import { Sha256 } from '../../src/checksums/sha256.ts';
import { installNatives } from '../../src/natives.ts';
import { makeNoise, oddPieces } from '../support/corpus.ts';
import { nodeNatives } from '../support/node-natives.ts';

describe.each([
  ['sha1', sha1, Sha1, 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha256', sha256, Sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
] as const)('%s', (name, whole, Hash, ofAbc) => {
  test('has the value of the standard', () => {
    expect(toHex(whole(new TextEncoder().encode('abc')))).toBe(ofAbc);
  });

  test('agrees with another one at every length around its blocks', () => {
    const noise = makeNoise(200);
    for (let length = 0; length <= 200; length++) {
      const bytes = noise.subarray(0, length);
      expect(toHex(whole(bytes))).toBe(createHash(name).update(bytes).digest('hex'));
    }
  });

  test('takes odd pieces', () => {
    const noise = makeNoise(30_000);
    const hash = new Hash();
    for (const piece of oddPieces(noise, 21, 300)) hash.update(piece);
    expect(toHex(hash.digest())).toBe(createHash(name).update(noise).digest('hex'));
  });

  test('is taken from the platform where it has one', () => {
    const undo = installNatives({
      hash: () => ({ update: () => undefined, digest: () => Uint8Array.of(1) }),
    });
    expect(whole(makeNoise(10))).toEqual(Uint8Array.of(1));
    undo();
    const back = installNatives(nodeNatives);
    expect(toHex(whole(new TextEncoder().encode('abc')))).toBe(ofAbc);
    back();
  });
});
