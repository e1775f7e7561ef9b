import type { Extent, StoredExtent } from '../contract/archive-index.ts';
import { extentChunks } from '../read/extent-chunks.ts';
import type { ReadContext } from '../read/read-context.ts';
import { measureByHead } from '../read/small-extent.ts';

/** The decoded size of an extent: from the table, from the first stored bytes, or by decoding. */
export async function measureExtent(extent: Extent, context: ReadContext): Promise<number> {
  if ('bytes' in extent) return extent.bytes.length;
  if (extent.size !== undefined) return extent.size;
  if (!extent.steps?.length) return extent.length;
  return (await measureByHead(extent, context)) ?? (await measureByDecoding(extent, context));
}

async function measureByDecoding(extent: StoredExtent, context: ReadContext): Promise<number> {
  let total = 0;
  for await (const chunk of extentChunks(extent, context)) total += chunk.length;
  return total;
}
