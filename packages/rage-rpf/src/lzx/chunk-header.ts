import { ArchiveError } from '@packwright/core';

/** Most bytes a chunk decodes to. */
export const chunkSize = 0x8000;

/** Marks a chunk that decodes to less than `chunkSize`. */
const shortMark = 0xff;

/** Where a chunk's payload lies and how many bytes it decodes to. */
export interface ChunkHeader {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/**
 * Reads the header of the chunk at `at`; nothing at the end of the stream, with or without an end mark.
 *
 * | form  | bytes                                                     |
 * |-------|-----------------------------------------------------------|
 * | full  | u16 BE payload length; decodes to 0x8000                  |
 * | short | FF, u16 BE decoded length, u16 BE payload length          |
 * | end   | a payload length of 0; Microsoft's encoder writes 5 zeros |
 */
export function readChunkHeader(bytes: Uint8Array, at: number): ChunkHeader | undefined {
  const left = bytes.length - at;
  if (left === 0 || (left === 1 && bytes[at] === 0)) return undefined;
  const isShort = bytes[at] === shortMark;
  const headerLength = isShort ? 5 : 2;
  if (left < headerLength) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${left} bytes of an LZX chunk header, expected ${headerLength}.`,
      {
        offset: at,
      },
    );
  }
  const start = at + headerLength;
  const length = readU16(bytes, start - 2);
  const size = isShort ? readU16(bytes, at + 1) : chunkSize;
  if (length === 0) return undefined;
  if (size === 0 || size > chunkSize) {
    throw new ArchiveError('DAMAGED', `Found an LZX chunk of ${size} bytes, expected 1 to ${chunkSize}.`, {
      offset: at,
    });
  }
  if (start > bytes.length - length) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found ${bytes.length - start} bytes of an LZX chunk, expected ${length}.`,
      { offset: start },
    );
  }
  return { start, end: start + length, size };
}

/** Bytes of a chunk header for a payload. */
export function makeChunkHeader(length: number, size: number): Uint8Array {
  const full = [length >>> 8, length & 0xff];
  return Uint8Array.from(size === chunkSize ? full : [shortMark, size >>> 8, size & 0xff, ...full]);
}

function readU16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
