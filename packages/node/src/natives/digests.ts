import { crc32 as zlibCrc32 } from 'node:zlib';
import type { NativeHash } from '@packwright/core';
import { nodeCrypto } from './node-crypto.ts';

/** CRC-32 by Node's zlib. */
export function crc32(bytes: Uint8Array, previous: number): number {
  return zlibCrc32(bytes, previous);
}

/** SHA-1 or SHA-256 by Node's crypto. */
export function createNativeHash(algorithm: 'sha1' | 'sha256'): NativeHash {
  const hash = nodeCrypto().createHash(algorithm);
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => new Uint8Array(hash.digest()),
  };
}
