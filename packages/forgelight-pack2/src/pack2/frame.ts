import {
  ArchiveError,
  ByteReader,
  ByteWriter,
  type CodecContext,
  type CodecStep,
  deflateRatio,
  toHex,
} from '@packwright/core';
import { frameLength, frameMagic, largestFrame } from './layout.ts';

/** Level of the games' own packer. */
const usualLevel = 9;

/** The unpacked size that a frame states, or nothing when the bytes begin with no frame. */
export function readFrame(head: Uint8Array): number | undefined {
  if (head.length < frameLength) return undefined;
  const reader = new ByteReader(head, 'big');
  return reader.u32() === frameMagic ? reader.u32() : undefined;
}

/**
 * The unpacked size of an asset of a frame step, or nothing when it is stored after all. An asset that its flags call
 * compressed without a frame is damage: under `strict` an error, otherwise a finding and the bytes as they are.
 */
export function expectFrame(head: Uint8Array, step: CodecStep, context: CodecContext): number | undefined {
  if (step.raw === true) return undefined;
  const size = readFrame(head);
  if (size !== undefined || step.sniff === true || head.length === 0) return size;
  context.report({
    severity: 'error',
    code: 'frame-missing',
    message: `Found ${toHex(head.subarray(0, 4))} at the start of an asset that its flags call compressed, expected a1b2c3d4; its bytes are given as they are.`,
  });
  return undefined;
}

/** Refuses a size that the stored bytes cannot give, before anything of that size is made. */
export function checkFrameSize(size: number, stored: number, limit: number | undefined): void {
  if (size > stored * deflateRatio) {
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `The frame states ${size} bytes, but ${stored} stored bytes give at most ${stored * deflateRatio}.`,
    );
  }
  if (limit !== undefined && size > limit) {
    throw new ArchiveError('LIMIT_EXCEEDED', `The frame states ${size} bytes, the limit is ${limit}.`, {
      help: 'Read the entry as a stream, or raise the limit if you trust the archive.',
    });
  }
}

/** Refuses bytes behind the zlib stream, told by the checksum of the content that must be the last four bytes. */
export function checkStreamEnd(end: Uint8Array, adler: number): void {
  const found = end.length < 4 ? undefined : new ByteReader(end.subarray(-4), 'big').u32();
  if (found === adler) return;
  throw new ArchiveError(
    'DAMAGED',
    'Found bytes behind the zlib stream of an asset, expected it to fill the stored length.',
    { help: 'Read without strict to ignore them.' },
  );
}

/** The eight bytes before a zlib stream. */
export function buildFrame(size: number): Uint8Array {
  if (size > largestFrame) {
    throw new ArchiveError(
      'WRITE_REFUSED',
      `Found ${size} bytes to compress, expected at most ${largestFrame}: the frame has 32 bits for the size.`,
      { help: 'Store the file without compression (compress=never).' },
    );
  }
  return new ByteWriter('big', frameLength).u32(frameMagic).u32(size).finish();
}

/** The zlib step behind a frame step: the same settings, for core's codec. */
export function zlibStep(step: CodecStep): CodecStep {
  return { codec: 'zlib', level: step.level ?? usualLevel, encoder: step.encoder };
}
