import {
  ArchiveError,
  type Awaitable,
  type Codec,
  type CodecContext,
  type CodecStep,
  chain,
  deflateRatio,
  zlibCandidates,
} from '@packwright/core';
import { adler32 } from './adler32.ts';
import { buildFrame, checkFrameSize, checkStreamEnd, expectFrame, readFrame, zlibStep } from './frame.ts';
import { FrameDecoder } from './frame-decoder.ts';
import { FrameEncoder } from './frame-encoder.ts';
import { frameCodec, frameLength, frameMagic } from './layout.ts';

/** Decodes an asset that its flags call compressed. */
export const frameStep: CodecStep = { codec: frameCodec };

/** Decodes an asset that its flags call stored, if it begins with a frame all the same. */
export const sniffStep: CodecStep = { codec: frameCodec, sniff: true };

/**
 * A frame with the unpacked size, then one zlib stream. The frame decides: bytes without one are given as they are.
 * Parameters: `level` and `encoder` as for zlib, `size` for encoding in pieces, `sniff` when a missing frame is no
 * damage, `raw` for an asset that has none.
 */
export const frame: Codec = {
  id: frameCodec,
  maxRatio: deflateRatio,
  pools: true,
  framing: { length: frameLength, magic: frameMagic, sizeAt: 4, codec: 'zlib' },
  measure: {
    head: frameLength,
    size: (head, length, step) => (step.raw === true ? length : (readFrame(head) ?? length)),
  },
  decode,
  encode,
  decoder: (step, _size, context) => new FrameDecoder(step, context),
  encoder: (step, context) => FrameEncoder.open({ encode }, step, context),
  candidates(step, stored) {
    const size = readFrame(stored);
    if (size === undefined) return [{ ...frameStep, raw: true }];
    const sized = { ...step, size };
    return zlibCandidates(sized, stored.subarray(frameLength));
  },
};

function decode(
  input: Uint8Array,
  step: CodecStep,
  _size: number | undefined,
  context: CodecContext,
): Awaitable<Uint8Array> {
  const size = expectFrame(input.subarray(0, frameLength), step, context);
  if (size === undefined) return input;
  checkFrameSize(size, input.length, context.limit);
  const stream = input.subarray(frameLength);
  return chain(context.codec('zlib').decode(stream, zlibStep(step), size, context), (content) => {
    if (context.strict) checkStreamEnd(stream, adler32(content));
    return content;
  });
}

function encode(input: Uint8Array, step: CodecStep, context: CodecContext): Awaitable<Uint8Array> {
  if (step.raw === true) return input;
  const head = buildFrame(input.length);
  const zlib = context.codec('zlib');
  if (zlib.encode === undefined) throw new ArchiveError('CODEC_MISSING', 'The codec "zlib" cannot encode.');
  return chain(zlib.encode(input, zlibStep(step), context), (stream) => {
    const framed = new Uint8Array(head.length + stream.length);
    framed.set(head);
    framed.set(stream, head.length);
    return framed;
  });
}
