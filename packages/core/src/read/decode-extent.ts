import type { Extent, StoredExtent } from '../contract/archive-index.ts';
import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Codec, CodecStep } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { checkRange, checkResult, checkSize } from './check-extent.ts';
import { codecContext, type ReadContext } from './read-context.ts';

/** Sees stored bytes on their way to the codecs: checksums over what lies in the archive. */
export type StoredObserver = (bytes: Uint8Array) => void;

/**
 * One extent, decoded at once; synchronous when the source and the codecs are. With `pooled`, the caller uses the bytes
 * up before anything else is decoded. It can do so only with what it gets at once, so what comes later is its own.
 */
export function decodeExtent(
  extent: Extent,
  context: ReadContext,
  signal?: AbortSignal | undefined,
  observe?: StoredObserver | undefined,
  pooled = false,
): Awaitable<Uint8Array> {
  signal?.throwIfAborted();
  if ('bytes' in extent) return extent.bytes;
  checkSize(extent, context);
  const stored = readStored(extent, context, signal);
  // Written out instead of chained: this runs for every entry, and functions made on the way would cost more than it.
  if (stored instanceof Promise)
    return stored.then((bytes) => decodeStored(bytes, extent, context, signal, observe, false));
  return decodeStored(stored, extent, context, signal, observe, pooled);
}

function decodeStored(
  stored: Uint8Array,
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
  observe: StoredObserver | undefined,
  pooled: boolean,
): Awaitable<Uint8Array> {
  observe?.(stored);
  const bytes = applySteps(stored, extent, context, signal, 0, pooled);
  if (bytes instanceof Promise) return bytes.then((whole) => checked(extent, whole));
  return checked(extent, bytes);
}

function checked(extent: StoredExtent, bytes: Uint8Array): Uint8Array {
  checkResult(extent, bytes.length);
  return bytes;
}

/** The bytes of an extent before its steps. */
export function readStored(
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
): Awaitable<Uint8Array> {
  if (extent.length === 0) return new Uint8Array(0);
  if (extent.region !== undefined) {
    return context.region(extent.region).read(extent.offset, extent.length, signal);
  }
  const source = context.volume(extent.volume ?? 0);
  if (source instanceof Promise) return source.then((volume) => readVolume(volume, extent, context, signal));
  return readVolume(source, extent, context, signal);
}

function readVolume(
  source: ByteSource,
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
): Awaitable<Uint8Array> {
  checkRange(extent, source.size, 'the file');
  if (extent.length > context.limits.memory) throw tooLarge(extent.length, context);
  return source.read(extent.offset, extent.length, signal && { signal });
}

/** Runs the steps of an extent from number `first` on. Only the last may give pooled bytes: the others' are its input. */
function applySteps(
  stored: Uint8Array,
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
  first: number,
  pooled: boolean,
): Awaitable<Uint8Array> {
  const { steps = [] } = extent;
  let bytes = stored;
  for (let number = first; number < steps.length; number++) {
    const isLast = number === steps.length - 1;
    const size = isLast ? extent.size : undefined;
    const result = runStep(
      bytes,
      steps[number] as CodecStep,
      size,
      extent,
      context,
      signal,
      pooled && isLast,
    );
    if (result instanceof Promise)
      return result.then((input) => applySteps(input, extent, context, signal, number + 1, false));
    bytes = result;
  }
  return bytes;
}

function runStep(
  input: Uint8Array,
  step: CodecStep,
  size: number | undefined,
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
  pooled: boolean,
): Awaitable<Uint8Array> {
  const codec = context.codecs.get(step.codec);
  const expected = codec.sameSize ? input.length : size;
  if (expected !== undefined && expected > context.limits.memory) throw tooLarge(expected, context);
  try {
    const pools = pooled && codec.pools === true;
    const result = codec.decode(input, step, expected, codecContext(context, signal, pools));
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw stepFailed(error, codec, extent, signal);
    });
  } catch (error) {
    throw stepFailed(error, codec, extent, signal);
  }
}

function stepFailed(
  error: unknown,
  codec: Codec,
  extent: StoredExtent,
  signal: AbortSignal | undefined,
): unknown {
  const details = { offset: extent.offset };
  return toArchiveError(error, 'DAMAGED', `Decoding with ${codec.id} failed`, signal, details);
}

function tooLarge(bytes: number, context: ReadContext): ArchiveError {
  return new ArchiveError(
    'LIMIT_EXCEEDED',
    `An entry of ${bytes} bytes does not fit the memory limit of ${context.limits.memory}.`,
    { help: 'Raise it with --memory, or read the entry as a stream.' },
  );
}
