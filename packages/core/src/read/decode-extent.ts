import type { Extent, StoredExtent } from '../contract/archive-index.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { CodecStep } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { checkRange, checkResult, checkSize } from './check-extent.ts';
import { codecContext, type ReadContext } from './read-context.ts';

/** Sees stored bytes on their way to the codecs: checksums over what lies in the archive. */
export type StoredObserver = (bytes: Uint8Array) => void;

/** One extent, decoded at once; synchronous when the source and the codecs are. */
export function decodeExtent(
  extent: Extent,
  context: ReadContext,
  signal?: AbortSignal | undefined,
  observe?: StoredObserver | undefined,
): Awaitable<Uint8Array> {
  signal?.throwIfAborted();
  if ('bytes' in extent) return extent.bytes;
  checkSize(extent, context);
  return chain(readStored(extent, context, signal), (stored) => {
    observe?.(stored);
    return chain(applySteps(stored, extent, context, signal), (bytes) => {
      checkResult(extent, bytes.length);
      return bytes;
    });
  });
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
  return chain(context.volume(extent.volume ?? 0), (source) => {
    checkRange(extent, source.size, 'the file');
    if (extent.length > context.limits.memory) throw tooLarge(extent.length, context);
    return source.read(extent.offset, extent.length, { signal });
  });
}

function applySteps(
  stored: Uint8Array,
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
): Awaitable<Uint8Array> {
  const steps = extent.steps ?? [];
  let bytes: Awaitable<Uint8Array> = stored;
  steps.forEach((step, number) => {
    const size = number === steps.length - 1 ? extent.size : undefined;
    bytes = chain(bytes, (input) => runStep(input, step, size, extent, context, signal));
  });
  return bytes;
}

function runStep(
  input: Uint8Array,
  step: CodecStep,
  size: number | undefined,
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
): Awaitable<Uint8Array> {
  const codec = context.codecs.get(step.codec);
  const expected = codec.sameSize ? input.length : size;
  if (expected !== undefined && expected > context.limits.memory) throw tooLarge(expected, context);
  const fail = (error: unknown): never => {
    throw toArchiveError(error, 'DAMAGED', `Decoding with ${codec.id} failed`, signal, {
      offset: extent.offset,
    });
  };
  try {
    const result = codec.decode(input, step, expected, codecContext(context, signal));
    return result instanceof Promise ? result.catch(fail) : result;
  } catch (error) {
    return fail(error);
  }
}

function tooLarge(bytes: number, context: ReadContext): ArchiveError {
  return new ArchiveError(
    'LIMIT_EXCEEDED',
    `An entry of ${bytes} bytes does not fit the memory limit of ${context.limits.memory}.`,
    { help: 'Raise it with --memory, or read the entry as a stream.' },
  );
}
