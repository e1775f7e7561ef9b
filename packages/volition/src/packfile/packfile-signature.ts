import type { ByteOrder } from '@packwright/core';

/** The first word of every packfile, 0x51890ACE. */
export const packfileMagic = 0x51890ace;

/** Byte order and version of a packfile, told by its first eight bytes. */
export interface PackfileSignature {
  readonly order: ByteOrder;
  readonly version: number;
}

/** Recognises a packfile by its magic, which also tells the byte order. */
export function readSignature(head: Uint8Array): PackfileSignature | undefined {
  if (head.length < 8) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, 8);
  for (const order of ['little', 'big'] as const) {
    if (view.getUint32(0, order === 'little') === packfileMagic) {
      return { order, version: view.getUint32(4, order === 'little') };
    }
  }
  return undefined;
}
