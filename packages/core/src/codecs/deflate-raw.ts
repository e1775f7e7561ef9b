import type { Codec } from '../contract/codec.ts';
import { createDeflateEncoder, deflateWhole } from './deflate-encoder.ts';
import { deflateCandidates } from './encoder-settings.ts';
import { createInflateDecoder } from './inflate-decoder.ts';
import { inflateWhole } from './inflate-whole.ts';
import { deflateRatio } from './size-guard.ts';

/** Deflate without a wrapper (RFC 1951). Bytes after the end of the stream are ignored. */
export const deflateRaw: Codec = {
  id: 'deflate-raw',
  maxRatio: deflateRatio,
  pools: true,
  decode(input, _step, size, context) {
    context.signal?.throwIfAborted();
    return inflateWhole(input, {
      format: 'raw',
      size,
      unfinished: false,
      limit: context.limit,
      pooled: context.pooled,
    });
  },
  encode(input, step, context) {
    context.signal?.throwIfAborted();
    return deflateWhole(input, 'raw', step);
  },
  decoder: (_step, size, { signal, transient, exact }) =>
    createInflateDecoder({ format: 'raw', size, unfinished: false, signal, transient, exact }),
  encoder: (step, context) => createDeflateEncoder('raw', step, context),
  candidates: deflateCandidates,
};
