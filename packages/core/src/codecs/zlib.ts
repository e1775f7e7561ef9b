import type { Codec } from '../contract/codec.ts';
import { createDeflateEncoder, deflateWhole } from './deflate-encoder.ts';
import { zlibCandidates } from './encoder-settings.ts';
import { createInflateDecoder } from './inflate-decoder.ts';
import { inflateWhole } from './inflate-whole.ts';
import { deflateRatio } from './size-guard.ts';

/**
 * One zlib stream (RFC 1950), its Adler-32 checked. With `unfinished: true` a stream that simply stops is accepted,
 * and nothing after the wanted bytes is looked at.
 */
export const zlib: Codec = {
  id: 'zlib',
  maxRatio: deflateRatio,
  pools: true,
  decode(input, step, size, context) {
    context.signal?.throwIfAborted();
    const unfinished = step.unfinished === true;
    return inflateWhole(input, {
      format: 'zlib',
      size,
      unfinished,
      limit: context.limit,
      pooled: context.pooled,
    });
  },
  encode(input, step, context) {
    context.signal?.throwIfAborted();
    return deflateWhole(input, 'zlib', step);
  },
  decoder: (step, size, { signal, transient, exact }) =>
    createInflateDecoder({
      format: 'zlib',
      size,
      unfinished: step.unfinished === true,
      signal,
      transient,
      exact,
    }),
  encoder: (step, context) => createDeflateEncoder('zlib', step, context),
  candidates(step, stored) {
    const finished = zlibCandidates(step, stored);
    if (step.unfinished !== true) return finished;
    const { unfinished: _, ...settings } = step;
    return [...finished, ...zlibCandidates({ ...settings, codec: 'zlib-flush' }, stored)];
  },
};
