import type { Detection, Probe } from '@packwright/core';
import { type Identity, identify } from './layout.ts';
import { encryptionTitle, variantTitle } from './variant.ts';

/** Where the encryption tag stands, in versions that have one. */
const tagOffsets: Readonly<Record<number, number>> = { 2: 16, 3: 16, 4: 16, 5: 16, 6: 12, 7: 12 };

/** A bid by the magic alone: four bytes that nothing else has, while the extension proves nothing. */
export function detectRpf({ head }: Probe): Detection | undefined {
  const identity = identify(head);
  if (identity === undefined) return undefined;
  const { version, order } = identity;
  return {
    confidence: 95,
    reason: `the magic of RPF${version} in ${order}-endian order`,
    variant: variantOf(identity, head),
    claimed: true,
  };
}

/** The variant, as far as the header tells; the ciphers of version 8 follow from more than a tag. */
function variantOf(identity: Identity, head: Uint8Array): string | undefined {
  if (identity.version === 8) return undefined;
  const at = tagOffsets[identity.version];
  if (at === undefined || head.length < at + 4) return variantTitle(identity);
  const tag = new DataView(head.buffer, head.byteOffset).getUint32(at, identity.order === 'little');
  return variantTitle(identity, encryptionTitle(identity.version, tag));
}
