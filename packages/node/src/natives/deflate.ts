import {
  constants,
  deflateRawSync,
  deflateSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from 'node:zlib';
import type { DeflateFormat, InflateRequest } from '@packwright/core';
import { takeFromPool } from './byte-pool.ts';
import { InflateHandle } from './zlib-handle.ts';

/** The smallest buffer that zlib takes. */
const smallestChunk = 64;
/** Output buffers where the size is not known. */
const usualChunk = 262144;
/** Node cuts smaller buffers from a pool that others share. */
const smallestOwn = 4096;
/** Output buffers are made at once up to this size; larger results are joined from pieces. */
const largestChunk = 256 * 2 ** 20;

/** Inflates a whole stream. Throws what Node throws; core then finds out what is wrong. */
export function inflateWhole(input: Uint8Array, request: InflateRequest): Uint8Array {
  const { format, size, limit, unfinished, history, pooled } = request;
  const known =
    size !== undefined && history === undefined
      ? inflateKnown(input, format, size, unfinished, pooled)
      : undefined;
  if (known !== undefined) return known;
  const options: ZlibOptions = {
    // One byte more than needed: a buffer that is filled to the end makes zlib ask for another one.
    chunkSize: Math.max(smallestChunk, Math.min(largestChunk, size === undefined ? usualChunk : size + 1)),
    maxOutputLength: Math.max(1, limit),
    finishFlush: unfinished ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
    ...(history === undefined ? {} : { dictionary: history }),
  };
  return ownBytes(format === 'raw' ? inflateRawSync(input, options) : inflateSync(input, options));
}

/** Handles that are used again for each stream of a format. */
const handles = new Map<DeflateFormat, InflateHandle | undefined>();

/** The quick way for streams of known size; nothing when it cannot be gone or anything is odd. */
function inflateKnown(
  input: Uint8Array,
  format: DeflateFormat,
  size: number,
  unfinished: boolean,
  pooled: boolean | undefined,
): Uint8Array | undefined {
  if (size >= largestChunk) return undefined;
  if (!handles.has(format)) handles.set(format, InflateHandle.open(format));
  const handle = handles.get(format);
  if (handle === undefined) return undefined;
  handle.reset();
  // One byte more than needed: only with room for output does zlib go on to the end of the stream and its checksum.
  const room = size + 1;
  const output = pooled ? takeFromPool(room) : new Uint8Array(Buffer.allocUnsafeSlow(room).buffer);
  handle.write(unfinished ? constants.Z_SYNC_FLUSH : constants.Z_FINISH, input, output, 0, room);
  if (handle.failure !== undefined) return undefined;
  // What follows the wanted bytes of an unfinished stream does not matter.
  return handle.outputLeft === 1 || (unfinished && handle.outputLeft === 0)
    ? output.subarray(0, size)
    : undefined;
}

/** Deflates bytes that are there as a whole. */
export function deflateWhole(input: Uint8Array, format: DeflateFormat, level: number): Uint8Array {
  const options: ZlibOptions = { level, chunkSize: outputRoom(input.length) };
  return ownBytes(format === 'raw' ? deflateRawSync(input, options) : deflateSync(input, options));
}

/** Room for the worst case of zlib, so that one buffer does: level 0 would cut its blocks by the room there is. */
function outputRoom(length: number): number {
  return Math.min(largestChunk, length + Math.ceil(length / 1000) + smallestChunk);
}

/** The bytes as a plain array that nothing else shares; copied where they are a small part of their buffer. */
export function ownBytes(bytes: Buffer): Uint8Array {
  if (bytes.length < smallestOwn || bytes.length * 2 < bytes.buffer.byteLength) return new Uint8Array(bytes);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
