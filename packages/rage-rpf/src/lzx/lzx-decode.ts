import { ArchiveError } from '@packwright/core';
import { chunkSize, readChunkHeader } from './chunk-header.ts';
import { undoE8Translation } from './e8-translation.ts';
import { LzxDecoder } from './lzx-decoder.ts';

/**
 * Most bytes that one stored byte can give: a longest match (257 bytes) takes at least a bit for the main symbol and
 * one for the length.
 */
export const lzxMaxRatio = 1028;

/** The two window sizes in use: 16 bits in GTA V, 17 in the games before it. */
export type LzxWindowBits = 16 | 17;

/** How a stream is to be decoded. */
export interface LzxOptions {
  readonly windowBits: LzxWindowBits;
  /** Decoding stops at this many bytes, and what follows (block padding) is ignored; absent: at the end mark. */
  readonly size?: number | undefined;
  /** Most bytes to give where `size` is absent. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Decodes a chunked LZX stream, as Xbox 360 games have it. */
export function decodeLzx(bytes: Uint8Array, options: LzxOptions): Uint8Array {
  const { size, limit = Number.POSITIVE_INFINITY, signal } = options;
  if (size !== undefined && size > bytes.length * lzxMaxRatio)
    throw wrongSize(bytes.length * lzxMaxRatio, size);
  const decoder = new LzxDecoder(options.windowBits);
  let output = allocate(size ?? chunkSize);
  let written = 0;
  let at = 0;
  while (written !== size) {
    signal?.throwIfAborted();
    const chunk = readChunkHeader(bytes, at);
    if (chunk === undefined) break;
    const end = written + chunk.size;
    if (size === undefined && end > limit) throw overLimit(end, limit);
    if (size !== undefined && end > size) throw wrongSize(end, size, at);
    if (end > output.length) output = enlarge(output, Math.max(end, output.length * 2));
    decoder.decodeChunk(bytes, chunk, output, written);
    written = end;
    at = chunk.end;
  }
  if (size !== undefined && written !== size) throw wrongSize(written, size, at);
  const content = output.subarray(0, written);
  if (decoder.translationSize !== 0) undoE8Translation(content, decoder.translationSize);
  return content;
}

function allocate(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new ArchiveError('LIMIT_EXCEEDED', `Found no memory for ${length} bytes of an LZX stream.`, {
      cause,
    });
  }
}

function enlarge(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = allocate(length);
  larger.set(bytes);
  return larger;
}

function overLimit(found: number, limit: number): ArchiveError {
  return new ArchiveError('LIMIT_EXCEEDED', `Found ${found} bytes in an LZX stream, the limit is ${limit}.`);
}

function wrongSize(found: number, expected: number, offset?: number): ArchiveError {
  const most = found < expected ? 'at most' : 'at least';
  return new ArchiveError(
    'SIZE_MISMATCH',
    `Found ${most} ${found} bytes in an LZX stream, expected ${expected}.`,
    {
      offset,
    },
  );
}
