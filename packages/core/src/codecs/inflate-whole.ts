import { allocate } from '../bytes/allocate.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { DeflateFormat } from '../natives.ts';
import { natives } from '../natives.ts';
import { inflateFast } from './fast-inflate.ts';
import type { InflateStream } from './inflate-stream.ts';
import { loadPortable } from './load-portable.ts';
import { checkDeflatedSize, deflateRatio, endsEarly, overLimit, wrongSize } from './size-guard.ts';

/** How a stream that is there as a whole shall be inflated. */
export interface InflateOptions {
  readonly format: DeflateFormat;
  /** Exactly this many bytes are wanted; absent: all there are. */
  readonly size: number | undefined;
  /** Accepts a stream that simply stops, and ignores what follows the wanted bytes. */
  readonly unfinished: boolean;
  /** Plain bytes before the first one, for raw data that is resumed in the middle. */
  readonly history?: Uint8Array | undefined;
  /** Most bytes to give when `size` is absent. */
  readonly limit?: number | undefined;
  /** The result is used up before anything else is inflated: it may lie in memory that is used again then. */
  readonly pooled?: boolean | undefined;
}

const smallestBuffer = 1024;

/**
 * Plain bytes that the platform's inflate gives before the engine goes first: a run that is shorter than ten times as
 * many takes longer to compile the engine than it saves.
 */
const worthwhile = 2 ** 20;
let inflatedBefore = 0;

/**
 * Inflates a whole stream. Core's own engine goes first once it is worthwhile, then the platform's inflate, which is
 * believed when it gives the right number of bytes; in all other cases the portable one decides, so that errors are the
 * same everywhere. Bytes after the end are ignored.
 */
export function inflateWhole(input: Uint8Array, options: InflateOptions): Awaitable<Uint8Array> {
  const { size } = options;
  checkDeflatedSize(size, input.length);
  if (size === 0 && input.length === 0) return new Uint8Array(0);
  const limit = size ?? Math.min(options.limit ?? Number.POSITIVE_INFINITY, input.length * deflateRatio);
  const bytes = inflateInEngine(input, options) ?? inflateNatively(input, options, limit);
  if (bytes !== undefined && bytes.length === (size ?? bytes.length)) return bytes;
  return chain(loadPortable(), ({ InflateStream }) => {
    const stream = new InflateStream(options.format, options.history);
    stream.feed(input);
    return size === undefined
      ? inflateAll(stream, input.length, options, limit)
      : inflateExactly(stream, input.length, options, size);
  });
}

function inflateInEngine(input: Uint8Array, options: InflateOptions): Uint8Array | undefined {
  const { format, size, unfinished, history, pooled } = options;
  // It must know the size, and knows nothing of a history.
  if (size === undefined || history !== undefined) return undefined;
  if (inflatedBefore < worthwhile && natives().inflate !== undefined) {
    inflatedBefore += size;
    return undefined;
  }
  return inflateFast(input, format, size, unfinished, pooled);
}

function inflateNatively(input: Uint8Array, options: InflateOptions, limit: number): Uint8Array | undefined {
  const { format, size, unfinished, history, pooled } = options;
  const native = natives().inflate;
  if (native === undefined) return undefined;
  try {
    const bytes = native(input, { format, size, limit, unfinished, history, pooled });
    return bytes.length <= limit ? bytes : undefined;
  } catch {
    // Whatever it was, the portable inflate finds it again and can tell what it means.
    return undefined;
  }
}

function inflateExactly(
  stream: InflateStream,
  stored: number,
  options: InflateOptions,
  size: number,
): Uint8Array {
  const output = allocate(size);
  const found = stream.fill(output, 0, size);
  if (found === size && options.unfinished) return output;
  if (found === size && stream.fill(new Uint8Array(1), 0, 1) > 0) throw wrongSize(`more than ${size}`, size);
  if (stream.failure !== undefined) throw stream.failure;
  if (!stream.ended) throw endsEarly(stored, found, size);
  if (found < size) throw wrongSize(found, size);
  return output;
}

function inflateAll(
  stream: InflateStream,
  stored: number,
  options: InflateOptions,
  limit: number,
): Uint8Array {
  let output = allocate(Math.max(smallestBuffer, Math.min(limit, stored * 4)));
  let found = 0;
  for (;;) {
    const given = stream.fill(output, found, output.length);
    found += given;
    if (found > limit) throw overLimit(limit);
    if (stream.failure !== undefined) throw stream.failure;
    if (stream.ended || found < output.length) break;
    const larger = allocate(Math.min(output.length * 2, limit + 1));
    larger.set(output);
    output = larger;
  }
  if (!stream.ended && !options.unfinished) throw endsEarly(stored, found, undefined);
  return found * 2 < output.length ? output.slice(0, found) : output.subarray(0, found);
}
