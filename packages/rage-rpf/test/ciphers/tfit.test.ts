import { toHex } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { ngKeyIndex } from '../../src/ciphers/index.ts';
import { TfitCipher } from '../../src/ciphers/tfit-cipher.ts';
import { fromPositionOrder } from '../../src/ciphers/tfit-layout.ts';
import { TfitTables } from '../../src/ciphers/tfit-tables.ts';
import { Dice, makeCrookedTfitTables, makeTfitTables } from './made-up-keys.ts';
import { ruledTfitKey, ruledTfitTables } from './published-tables.ts';

const counting = Uint8Array.from({ length: 16 }, (_, i) => i);

function decrypt(cipher: TfitCipher, block: Uint8Array): string {
  const output = new Uint8Array(16);
  cipher.decryptBlock(block, 0, output, 0);
  return toHex(output);
}

describe('TFIT', () => {
  it('decrypts the published block, tables in the order of input bytes', () => {
    const cipher = new TfitCipher(ruledTfitKey(), TfitTables.of(ruledTfitTables()));
    expect(decrypt(cipher, counting)).toBe('adc4f3480c1145fd43bd222f33c0c2f4');
  });

  it('decrypts the published block, tables in the order of positions', () => {
    const cipher = new TfitCipher(ruledTfitKey(), TfitTables.of(fromPositionOrder(ruledTfitTables())));
    expect(decrypt(cipher, counting)).toBe('eefb0d8c6106916cdebae9e9ad3f54ec');
  });

  it.each([
    ['linear', makeTfitTables, 2000],
    ['crooked', makeCrookedTfitTables, 4],
  ])('encrypts what it decrypts, with %s tables', (_, make, blocks) => {
    const dice = new Dice(7);
    const cipher = new TfitCipher(dice.bytes(272), TfitTables.of(make(dice)));
    const plain = dice.bytes(16 * blocks);
    const stored = new Uint8Array(plain.length);
    const back = new Uint8Array(plain.length);
    for (let at = 0; at < plain.length; at += 16) {
      cipher.encryptBlock(plain, at, stored, at);
      cipher.decryptBlock(stored, at, back, at);
    }
    expect(toHex(back)).toBe(toHex(plain));
    expect(toHex(stored)).not.toBe(toHex(plain));
  });

  it('refuses to encrypt with tables that give some words never', () => {
    const tables = TfitTables.of(new Uint8Array(278528));
    const cipher = new TfitCipher(new Uint8Array(272), tables);
    expect(() => cipher.encryptBlock(counting, 0, new Uint8Array(16), 0)).toThrow(
      'The TFIT tables have no input for a value of word 0 in round 16: they cannot encrypt this data.',
    );
  });
});

describe('the number of an NG key', () => {
  it.each([
    ['dlc.rpf', 0x777faab0, 417792, 74, 34],
    ['dlc.rpf', 0x777faab0, 37376, 24, 85],
    ['common.rpf', 0x413d055a, 1000, 84, 44],
  ])('%s (%i) of %i bytes', (_, hash, length, unbiased, usual) => {
    expect(ngKeyIndex(hash, length, 0)).toBe(unbiased);
    expect(ngKeyIndex(hash, length)).toBe(usual);
  });

  it('wraps at 32 bits before the division', () => {
    expect(ngKeyIndex(0xffffffff, 2, 0)).toBe(1);
  });
});
