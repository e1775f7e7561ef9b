import { toHex } from '@packwright/core';
import { describe, expect, it } from 'vitest';
import { runCbc } from '../../src/ciphers/modes.ts';
import { Tfit2Cipher } from '../../src/ciphers/tfit2-cipher.ts';
import { Tfit2Tables } from '../../src/ciphers/tfit2-tables.ts';
import { Dice, makeTfit2Tables } from './made-up-keys.ts';
import { ruledTfit2Key, ruledTfit2Tables } from './published-tables.ts';

const counting = (length: number, first = 0): Uint8Array => Uint8Array.from({ length }, (_, i) => first + i);

describe('TFIT2', () => {
  const published = new Tfit2Cipher(ruledTfit2Key(), Tfit2Tables.of(ruledTfit2Tables()));

  it('decrypts the published block', () => {
    const output = new Uint8Array(16);
    published.decryptBlock(counting(16), 0, output, 0);
    expect(toHex(output)).toBe('7c6492323b9e9607d4baa8b512712bb6');
  });

  it('decrypts the published chain', () => {
    const plain = runCbc(published, 'decrypt', counting(32), counting(16, 16), [0, 32]);
    expect(toHex(plain)).toBe('6c7580212f8b8010cca3b2ae0e6c35a9c1a52cc5b5a63ab2698fddfdf818bac8');
  });

  it('says that the published tables cannot encrypt', () => {
    expect(() => published.encryptBlock(counting(16), 0, new Uint8Array(16), 0)).toThrow(
      /^The TFIT2 tables have no inverse at .*: they can only decrypt\.$/,
    );
  });

  it('encrypts what it decrypts', () => {
    const dice = new Dice(3);
    const cipher = new Tfit2Cipher(dice.bytes(288), Tfit2Tables.of(makeTfit2Tables(dice)));
    const plain = dice.bytes(16 * 300);
    const iv = dice.bytes(16);
    const stored = runCbc(cipher, 'encrypt', plain, iv, [0, plain.length]);
    expect(toHex(stored)).not.toBe(toHex(plain));
    expect(toHex(runCbc(cipher, 'decrypt', stored, iv, [0, plain.length]))).toBe(toHex(plain));
  });

  it('chains across ranges and leaves the rest plain', () => {
    const dice = new Dice(5);
    const cipher = new Tfit2Cipher(dice.bytes(288), Tfit2Tables.of(makeTfit2Tables(dice)));
    const iv = dice.bytes(16);
    const plain = dice.bytes(100);
    const stored = runCbc(cipher, 'encrypt', plain, iv, [0, 16, 40, 80]);
    // The same blocks side by side: the second range goes on where the first stopped; 8 of its bytes are no block.
    const joined = Uint8Array.from([...plain.subarray(0, 16), ...plain.subarray(40, 72)]);
    const chained = runCbc(cipher, 'encrypt', joined, iv, [0, 48]);
    const expected = plain.slice();
    expected.set(chained.subarray(0, 16));
    expected.set(chained.subarray(16), 40);
    expect(toHex(stored)).toBe(toHex(expected));
    expect(toHex(runCbc(cipher, 'decrypt', stored, iv, [0, 16, 40, 80]))).toBe(toHex(plain));
  });
});
