import { createHash } from 'node:crypto';

/** SHA-1 as hex. */
export function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}
