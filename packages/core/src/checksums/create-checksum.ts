import { ArchiveError } from '../errors/archive-error.ts';
import { type NativeHash, natives } from '../natives.ts';
import { crc32, crc32c } from './crc32.ts';
import { crc64, type Halves } from './crc64.ts';
import { Sha1 } from './sha1.ts';
import { Sha256 } from './sha256.ts';

/** A checksum as archives store it: 32 bits, 64 bits, or a digest. */
export type ChecksumValue = number | bigint | Uint8Array;

/** A checksum that is fed piece by piece. */
export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  /** The result; nothing may follow. */
  digest(): ChecksumValue;
}

const makers: Readonly<Record<string, () => RunningChecksum>> = {
  crc32: () => running32(crc32),
  crc32c: () => running32(crc32c),
  crc64: running64,
  sha1: () => createSha('sha1'),
  sha256: () => createSha('sha256'),
};

/** The names that `createChecksum` knows. */
export const checksumAlgorithms: readonly string[] = Object.keys(makers);

/** Starts a checksum of one of core's algorithms; throws `PLUGIN_INVALID` for other names. */
export function createChecksum(algorithm: string): RunningChecksum {
  const make = Object.hasOwn(makers, algorithm) ? makers[algorithm] : undefined;
  if (make !== undefined) return make();
  throw new ArchiveError(
    'PLUGIN_INVALID',
    `Found the checksum algorithm "${algorithm}", expected one of ${checksumAlgorithms.join(', ')}.`,
  );
}

/** SHA-1 of bytes. */
export function sha1(bytes: Uint8Array): Uint8Array {
  return digestOf('sha1', bytes);
}

/** SHA-256 of bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return digestOf('sha256', bytes);
}

function digestOf(algorithm: 'sha1' | 'sha256', bytes: Uint8Array): Uint8Array {
  const hash = createSha(algorithm);
  hash.update(bytes);
  return hash.digest();
}

function createSha(algorithm: 'sha1' | 'sha256'): NativeHash {
  return natives().hash?.(algorithm) ?? (algorithm === 'sha1' ? new Sha1() : new Sha256());
}

function running32(update: (bytes: Uint8Array, previous: number) => number): RunningChecksum {
  let value = 0;
  return {
    update(bytes) {
      value = update(bytes, value);
    },
    digest: () => value,
  };
}

function running64(): RunningChecksum {
  let value: Halves | undefined;
  return {
    update(bytes) {
      value = crc64(bytes, value);
    },
    digest() {
      const { low, high } = value ?? crc64(new Uint8Array(0));
      return (BigInt(high) << 32n) | BigInt(low);
    },
  };
}
