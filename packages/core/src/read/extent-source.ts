import type { Extent, StoredExtent } from '../contract/archive-index.ts';
import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { SliceSource } from '../sources/slice-source.ts';
import { decodeExtent } from './decode-extent.ts';
import { extentChunks } from './extent-chunks.ts';
import type { ReadContext } from './read-context.ts';

interface Part {
  readonly extent: Extent;
  readonly start: number;
  readonly size: number;
}

/** An encoded extent up to this share of the memory is decoded once and kept while its source lives. */
const keepShare = 1 / 4;

/**
 * Random access to a file made of extents. Plain ranges are read in place; encoded ones are decoded once and
 * kept, or, when they are too large for that, decoded again from their start for each read.
 */
class ExtentSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly #parts: readonly Part[];
  readonly #context: ReadContext;
  readonly #kept = new Map<Part, Uint8Array>();
  readonly #sibling: ((name: string) => Promise<ByteSource | undefined>) | undefined;
  #held = 0;

  constructor(
    parts: readonly { readonly extent: Extent; readonly size: number }[],
    context: ReadContext,
    name?: string | undefined,
    sibling?: ((name: string) => Promise<ByteSource | undefined>) | undefined,
  ) {
    let start = 0;
    this.#parts = parts.map(({ extent, size }) => {
      const part = { extent, start, size };
      start += size;
      return part;
    });
    this.size = start;
    this.name = name;
    this.#context = context;
    this.#sibling = sibling;
  }

  async read(offset: number, length: number, options: ReadOptions = {}): Promise<Uint8Array> {
    if (!(offset >= 0 && length >= 0) || offset > this.size - length) {
      throw new ArchiveError(
        'SOURCE_OUT_OF_RANGE',
        `Asked for ${length} bytes at ${offset}, but the entry has ${this.size}.`,
        { offset },
      );
    }
    const pieces: Uint8Array[] = [];
    for (const part of this.#parts) {
      const from = Math.max(offset, part.start);
      const to = Math.min(offset + length, part.start + part.size);
      if (from < to) pieces.push(await this.#readPart(part, from - part.start, to - from, options.signal));
    }
    return joinBytes(pieces, length);
  }

  async sibling(name: string): Promise<ByteSource | undefined> {
    return this.#sibling?.(name);
  }

  async close(): Promise<void> {
    this.#kept.clear();
    this.#context.budget.release(this.#held);
    this.#held = 0;
  }

  #readPart(
    part: Part,
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Awaitable<Uint8Array> {
    const { extent } = part;
    if ('bytes' in extent) return extent.bytes.subarray(offset, offset + length);
    if (!extent.steps?.length) {
      return decodeExtent(
        { ...extent, offset: extent.offset + offset, length, size: length },
        this.#context,
        signal,
      );
    }
    return this.#readEncoded(part, extent, offset, length, signal);
  }

  async #readEncoded(
    part: Part,
    extent: StoredExtent,
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const kept = this.#kept.get(part);
    if (kept !== undefined) return kept.subarray(offset, offset + length);
    const { budget, limits } = this.#context;
    if (part.size <= limits.memory * keepShare && budget.trySpare(part.size)) {
      try {
        const bytes = await decodeExtent(extent, this.#context, signal);
        this.#kept.set(part, bytes);
        this.#held += part.size;
        return bytes.subarray(offset, offset + length);
      } catch (error) {
        budget.release(part.size);
        throw error;
      }
    }
    return this.#readStreaming(extent, offset, length, signal);
  }

  async #readStreaming(
    extent: StoredExtent,
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let at = 0;
    for await (const chunk of extentChunks(extent, this.#context, signal)) {
      const from = Math.max(offset, at);
      const to = Math.min(offset + length, at + chunk.length);
      if (from < to) pieces.push(chunk.slice(from - at, to - at));
      at += chunk.length;
      if (at >= offset + length) break;
    }
    return joinBytes(pieces, length);
  }
}

/** A source over extents whose sizes are known; a single plain range becomes a slice, so that nesting stays flat. */
export function sourceOfExtents(
  parts: readonly { readonly extent: Extent; readonly size: number }[],
  context: ReadContext,
  archive: ByteSource,
  name?: string | undefined,
): ByteSource {
  const only = parts.length === 1 ? parts[0]?.extent : undefined;
  if (
    only !== undefined &&
    !('bytes' in only) &&
    isPlain(only) &&
    only.offset <= archive.size - only.length
  ) {
    const sibling = archive.sibling?.bind(archive);
    return new SliceSource(archive, only.offset, only.length, { name, sibling });
  }
  return new ExtentSource(
    parts,
    context,
    name,
    (sibling) => archive.sibling?.(sibling) ?? Promise.resolve(undefined),
  );
}

function isPlain(extent: StoredExtent): boolean {
  return !extent.steps?.length && extent.region === undefined && (extent.volume ?? 0) === 0;
}

function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined && first.length === length) return first;
  const result = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}
