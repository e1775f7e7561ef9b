import type { Codec } from '../contract/codec.ts';
import { createFlushEncoder, deflateUnfinished } from './deflate-encoder.ts';
import { zlibCandidates } from './encoder-settings.ts';
import { createInflateDecoder } from './inflate-decoder.ts';
import { inflateWhole } from './inflate-whole.ts';
import { deflateRatio } from './size-guard.ts';

/**
 * A zlib stream that several entries share: flushed after each (`Z_SYNC_FLUSH`) and never finished. After a flush
 * reading may resume as raw deflate, given the last 32 KiB of plain bytes. Finished streams are read as well.
 */
export const zlibFlush: Codec = {
  id: 'zlib-flush',
  maxRatio: deflateRatio,
  pools: true,
  decode(input, _step, size, context) {
    context.signal?.throwIfAborted();
    return inflateWhole(input, {
      format: 'zlib',
      size,
      unfinished: true,
      limit: context.limit,
      pooled: context.pooled,
    });
  },
  encode(input, step, context) {
    context.signal?.throwIfAborted();
    return deflateUnfinished(input, step);
  },
  decoder: (_step, size, { signal, transient, exact }) =>
    createInflateDecoder({ format: 'zlib', size, unfinished: true, signal, transient, exact }),
  encoder: createFlushEncoder,
  resume: (_step, history, { signal, transient, exact }) =>
    createInflateDecoder({
      format: 'raw',
      size: undefined,
      unfinished: true,
      history,
      signal,
      transient,
      exact,
    }),
  candidates: zlibCandidates,
};
