import { ownBytes } from './deflate.ts';
import { nodeCrypto } from './node-crypto.ts';

/** AES in ECB mode without padding, `passes` times over each block. */
export function runAesEcb(
  direction: 'encrypt' | 'decrypt',
  key: Uint8Array,
  bytes: Uint8Array,
  passes: number,
): Uint8Array {
  const { createCipheriv, createDecipheriv } = nodeCrypto();
  const create = direction === 'encrypt' ? createCipheriv : createDecipheriv;
  let result: Uint8Array = bytes;
  for (let pass = 0; pass < passes; pass++) {
    const cipher = create(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
    result = ownBytes(cipher.update(result));
    cipher.final();
  }
  return passes > 0 ? result : new Uint8Array(bytes);
}
