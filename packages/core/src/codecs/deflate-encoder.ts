import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { CodecContext, CodecStep, Transform } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { type DeflateFormat, type Deflater, natives } from '../natives.ts';
import { type DeflateEngine, deflateEngine } from '../wasm/deflate-engine.ts';
import type { DeflateStream } from './deflate-stream.ts';
import { type EncoderSettings, readEncoderSettings } from './encoder-settings.ts';
import { deflateFast, FastDeflater } from './fast-deflate.ts';
import { loadPortable } from './load-portable.ts';

const empty = new Uint8Array(0);

/** Deflates bytes that are there as a whole. */
export function deflateWhole(
  input: Uint8Array,
  format: DeflateFormat,
  step: CodecStep,
): Awaitable<Uint8Array> {
  const settings = readEncoderSettings(step);
  if (settings.encoder === 'fast')
    return joinChunks(deflateFast(needEngine(), input, format, settings.level));
  const native = settings.encoder === 'native' ? natives().deflate : undefined;
  if (native === undefined)
    return chain(portableDeflater(format, settings), (deflater) =>
      joinChunks(deflater.push(input, 'finish')),
    );
  try {
    return native(input, format, settings.level);
  } catch (error) {
    throw toArchiveError(error, 'SINK_FAILED', `Compressing ${input.length} bytes failed`);
  }
}

/** Deflates a whole that is flushed but never finished. */
export function deflateUnfinished(input: Uint8Array, step: CodecStep): Awaitable<Uint8Array> {
  return chain(createDeflater('zlib', step), (deflater) => chain(deflater.push(input, 'sync'), joinChunks));
}

/** Deflates piece by piece and finishes the stream. */
export function createDeflateEncoder(
  format: DeflateFormat,
  step: CodecStep,
  context: CodecContext,
): Awaitable<Transform> {
  return chain(createDeflater(format, step), (deflater) => ({
    push: (input) => {
      context.signal?.throwIfAborted();
      return deflater.push(input, 'none');
    },
    finish: () => deflater.push(empty, 'finish'),
  }));
}

/**
 * Deflates parts of one stream: each `flush` ends on a whole byte, where a reader with 32 KiB of history may resume.
 * The stream never gets a final block.
 */
export function createFlushEncoder(step: CodecStep, context: CodecContext): Awaitable<Transform> {
  return chain(createDeflater('zlib', step), (deflater) => ({
    push: (input) => {
      context.signal?.throwIfAborted();
      return deflater.push(input, 'none');
    },
    flush: () => deflater.push(empty, 'sync'),
    // A stream that is flushed already gives nothing more, since zlib writes no marker twice.
    finish: () => deflater.push(empty, 'sync'),
  }));
}

function createDeflater(format: DeflateFormat, step: CodecStep): Awaitable<Deflater> {
  const settings = readEncoderSettings(step);
  if (settings.encoder === 'fast') return new FastDeflater(needEngine(), format, settings.level);
  const native = settings.encoder === 'native' ? natives().deflater?.(format, settings.level) : undefined;
  return native ?? portableDeflater(format, settings);
}

/** The engine of the encoder `fast`, which alone gives its bytes. */
function needEngine(): DeflateEngine {
  const engine = deflateEngine();
  if (engine !== undefined) return engine;
  throw new ArchiveError(
    'CODEC_MISSING',
    'The encoder "fast" needs WebAssembly, which is not to be had here.',
    {
      help: 'Choose encoder=classic, which works everywhere.',
    },
  );
}

function portableDeflater(
  format: DeflateFormat,
  { level, encoder }: EncoderSettings,
): Awaitable<DeflateStream> {
  return chain(
    loadPortable(),
    ({ DeflateStream }) => new DeflateStream(format, level, encoder === 'classic'),
  );
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [first, ...more] = chunks;
  if (first !== undefined && more.length === 0) return first;
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}
