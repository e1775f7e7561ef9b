import type { Extent, StoredExtent } from '../contract/archive-index.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { CodecContext, Transform } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { isDamage } from '../errors/is-damage.ts';
import { checkRange, checkResult, checkSize } from './check-extent.ts';
import { decodeExtent, type StoredObserver } from './decode-extent.ts';
import { OnlyNew } from './only-new.ts';
import { codecContext, type ReadContext } from './read-context.ts';
import { isSmallExtent } from './small-extent.ts';

/** Bytes that one step of streaming handles. */
export const chunkLength: number = 262144;

/**
 * One extent as a sequence of chunks, in bounded memory wherever the codecs can work in pieces. With `transient`, each
 * chunk is good only until the next one is asked for.
 */
export async function* extentChunks(
  extent: Extent,
  context: ReadContext,
  signal?: AbortSignal | undefined,
  observe?: StoredObserver | undefined,
  transient?: boolean | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if ('bytes' in extent) {
    yield extent.bytes;
    return;
  }
  checkSize(extent, context);
  const streams = await openTransforms(extent, context, signal, { transient });
  if (streams === undefined) {
    yield await decodeExtent(extent, context, signal, observe);
    return;
  }
  const stored = new OnlyNew();
  const decoded = new OnlyNew();
  const see = observe && ((bytes: Uint8Array) => observe(stored.take(bytes)));
  const decode = async function* (transforms: readonly Transform[]) {
    const input = storedChunks(extent, context, signal, see);
    for await (const chunk of decodeChunks(extent, input, transforms, context, signal)) {
      const fresh = decoded.take(chunk);
      if (fresh.length > 0) yield fresh;
    }
  };
  try {
    yield* decode(streams);
  } catch (error) {
    if (!isDamage(error) || streams.length === 0) throw error;
    stored.restart();
    decoded.restart();
    yield* decode((await openTransforms(extent, context, signal, { transient, exact: true })) ?? []);
  }
}

/** The decoded bytes of an extent; as many as its table says. */
async function* decodeChunks(
  extent: StoredExtent,
  input: AsyncIterable<Uint8Array>,
  transforms: readonly Transform[],
  context: ReadContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0;
  try {
    for await (const chunk of pump(input, transforms, 0)) {
      total += chunk.length;
      if (extent.size !== undefined && total > extent.size) checkResult(extent, total);
      if (total > context.limits.entrySize) throw overLimit(context);
      yield chunk;
    }
  } catch (error) {
    throw toArchiveError(error, 'DAMAGED', 'Decoding failed', signal, { offset: extent.offset });
  }
  checkResult(extent, total);
}

/** The stored bytes of an extent in pieces. */
export async function* storedChunks(
  extent: StoredExtent,
  context: ReadContext,
  signal?: AbortSignal | undefined,
  observe?: StoredObserver | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (extent.length === 0) return;
  const source =
    extent.region === undefined
      ? await context.volume(extent.volume ?? 0)
      : context.region(extent.region).asSource();
  checkRange(extent, source.size, extent.region === undefined ? 'the file' : 'the solid block');
  for await (const chunk of sourceChunks(source, extent.offset, extent.length, signal)) {
    observe?.(chunk);
    yield chunk;
  }
}

/** A range of a source in pieces. */
export async function* sourceChunks(
  source: ByteSource,
  offset: number,
  length: number,
  signal?: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let done = 0; done < length; done += chunkLength) {
    signal?.throwIfAborted();
    yield await source.read(offset + done, Math.min(chunkLength, length - done), { signal });
  }
}

/** The decoders of an extent, or nothing when it is better or only possible to decode it at once. */
async function openTransforms(
  extent: StoredExtent,
  context: ReadContext,
  signal: AbortSignal | undefined,
  wishes: Pick<CodecContext, 'transient' | 'exact'>,
): Promise<Transform[] | undefined> {
  const steps = extent.steps ?? [];
  if (steps.length === 0) return [];
  if (await isSmallExtent(extent, context)) return undefined;
  const codecs = steps.map((step) => context.codecs.get(step.codec));
  if (codecs.some((codec) => codec.decoder === undefined)) return undefined;
  const transforms: Transform[] = [];
  const shared = { ...codecContext(context, signal), ...wishes };
  for (const [number, step] of steps.entries()) {
    const size = number === steps.length - 1 ? extent.size : undefined;
    const transform = await codecs[number]?.decoder?.(step, size, shared);
    if (transform !== undefined) transforms.push(transform);
  }
  return transforms;
}

async function* pump(
  input: AsyncIterable<Uint8Array>,
  transforms: readonly Transform[],
  first: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const transform = transforms[first];
  if (transform === undefined) {
    yield* input;
    return;
  }
  yield* pump(runTransform(input, transform), transforms, first + 1);
}

async function* runTransform(
  input: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of input) yield* await transform.push(chunk);
  yield* await transform.finish();
}

function overLimit(context: ReadContext): ArchiveError {
  return new ArchiveError(
    'LIMIT_EXCEEDED',
    `An entry decodes to more than ${context.limits.entrySize} bytes.`,
    {
      help: 'Raise it with --limit-entry-size if you trust the archive.',
    },
  );
}
