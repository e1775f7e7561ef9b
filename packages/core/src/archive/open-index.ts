import type { ArchiveIndex, Extent } from '../contract/archive-index.ts';
import { chain } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { FormatPlugin } from '../contract/format-plugin.ts';
import { DrawnSource, tableTitle } from '../memory/drawn-source.ts';
import { MemoryShare } from '../memory/memory-share.ts';
import { resolveOptions } from '../options/resolve-options.ts';
import { checkSize } from '../read/check-extent.ts';
import { decodeExtent } from '../read/decode-extent.ts';
import type { ReadContext } from '../read/read-context.ts';

/** What a format is given besides its source. */
interface OpenWishes {
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Has a format read its table of contents; what it reads is drawn from `memory` and stays so. */
export async function openIndex(
  plugin: FormatPlugin,
  source: ByteSource,
  reading: ReadContext,
  memory: MemoryShare,
  { options, signal }: OpenWishes,
): Promise<ArchiveIndex> {
  let isOpening = true;
  const readExtents = async (extents: readonly Extent[]): Promise<Uint8Array> => {
    const own = new MemoryShare(reading.budget);
    try {
      const bytes = await decodeExtents(extents, reading, own, signal);
      if (isOpening) memory.adopt(own);
      return bytes;
    } finally {
      own.close();
    }
  };
  try {
    return await plugin.open(new DrawnSource(source, memory, () => isOpening), {
      options: resolveOptions(plugin.options, options ?? {}, `format ${plugin.id}`),
      strict: reading.strict,
      keys: reading.keys,
      limits: reading.limits,
      signal,
      report: reading.report,
      memory: {
        take: (bytes) => memory.take(countOf(bytes), tableTitle),
        release: (bytes) => memory.release(countOf(bytes)),
      },
      read: readExtents,
    });
  } finally {
    isOpening = false;
  }
}

/** What a format says is not believed to be a number of bytes. */
function countOf(bytes: number): number {
  return bytes > 0 ? Math.ceil(bytes) : 0;
}

/** Decoded bytes of extents, in one piece; only they stay drawn. */
async function decodeExtents(
  extents: readonly Extent[],
  reading: ReadContext,
  memory: MemoryShare,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const drawing: ReadContext = {
    ...reading,
    volume: (number) =>
      chain(reading.volume(number), (source) => new DrawnSource(source, memory, () => true)),
  };
  const pieces: Uint8Array[] = [];
  let total = 0;
  for (const extent of extents) {
    const bytes = await decodeDrawn(extent, drawing, memory, signal);
    pieces.push(bytes);
    total += bytes.length;
  }
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const held = memory.used;
  memory.take(total, tableTitle);
  const joined = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  memory.release(held);
  return joined;
}

async function decodeDrawn(
  extent: Extent,
  reading: ReadContext,
  memory: MemoryShare,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if ('bytes' in extent || !extent.steps?.length) return decodeExtent(extent, reading, signal);
  checkSize(extent, reading);
  const before = memory.used;
  if (extent.size !== undefined) memory.take(extent.size, tableTitle);
  // A codec that cannot know the size before it ends stops at what is free.
  const free = Math.max(0, memory.budget.free - extent.length);
  const limits = { ...reading.limits, memory: Math.min(reading.limits.memory, free) };
  const context = extent.size === undefined ? { ...reading, limits } : reading;
  const bytes = await decodeExtent(extent, context, signal);
  if (extent.size === undefined) memory.take(bytes.length, tableTitle);
  memory.release(memory.used - before - bytes.length);
  return bytes;
}
