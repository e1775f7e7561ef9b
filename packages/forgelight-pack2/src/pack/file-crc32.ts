import { type ByteSource, createChecksum } from '@packwright/core';

/** CRC-32 of a whole file, as numbers and in the notations that tools use. */
export interface FileCrc32 {
  readonly value: number;
  /** Eight upper-case hex digits. */
  readonly hex: string;
  /** The same with the four bytes reversed: lists of archives that a server allows have it so. */
  readonly reversedHex: string;
}

const chunkLength = 2 ** 20;

/** The CRC-32 of a complete archive, by which servers recognise the packs of their clients. */
export async function fileCrc32(source: ByteSource, signal?: AbortSignal | undefined): Promise<FileCrc32> {
  const checksum = createChecksum('crc32');
  for (let offset = 0; offset < source.size; offset += chunkLength) {
    signal?.throwIfAborted();
    checksum.update(await source.read(offset, Math.min(chunkLength, source.size - offset), { signal }));
  }
  const value = Number(checksum.digest());
  const hex = value.toString(16).toUpperCase().padStart(8, '0');
  return { value, hex, reversedHex: hex.replace(/(..)(..)(..)(..)/, '$4$3$2$1') };
}
