import type { CodecStep } from '@packwright/core';
import type { Packfile } from './read-packfile.ts';

/** How the compressed data of an archive is decoded. */
export interface Compression {
  /** For a stream that holds one entry. */
  readonly entry: readonly CodecStep[];
  /** For the stream that holds all entries of a compacted archive. */
  readonly block: readonly CodecStep[];
}

/** Chooses the codecs of an archive; `head` is the beginning of its data. */
export type CompressionChooser = (packfile: Packfile, head: Uint8Array) => Compression;

/**
 * zlib, as all PC games up to Saints Row IV use it. Originals never end their streams: reaching the declared size is
 * success, whatever follows.
 */
export const zlibCompression: Compression = {
  entry: [{ codec: 'zlib', unfinished: true }],
  block: [{ codec: 'zlib-flush' }],
};

/** Whether bytes can be the start of a zlib stream (RFC 1950). */
export function isZlibHeader(head: Uint8Array): boolean {
  const [method = 0, flags = 0] = head;
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0;
}

/** Levels by the two bits in which a zlib header tells them, roughly. */
const levels: readonly number[] = [1, 5, 6, 9];

/** The level that a zlib stream was probably made with. */
export function guessLevel(head: Uint8Array): number | undefined {
  return isZlibHeader(head) ? levels[(head[1] ?? 0) >> 6] : undefined;
}
