import type { WriteContext, WriteEntry, WritePart } from '@packwright/core';
import type { WriteOptions } from './options.ts';
import { planChunks } from './plan-chunks.ts';
import { buildList } from './record.ts';

/** Writes a pack: room for each list and its data in turn, then the lists, when the checksums are known. */
export async function* writePack(
  entries: readonly WriteEntry[],
  context: WriteContext<WriteOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const { chunks } = planChunks(entries, context.options);
  const parts = new Map<number, number>();
  let part = 0;
  for (const { room, files } of chunks) {
    yield { pieces: [{ zeros: room }] };
    part++;
    for (const { entry, length } of files) {
      if (length === 0) continue;
      yield { pieces: [{ entry }], checksum: { algorithm: 'crc32', over: 'content' } };
      parts.set(entry, part++);
    }
  }
  const placed = await context.placed();
  for (const [number, { offset, room, files }] of chunks.entries()) {
    const records = files.map((file) => {
      const own = parts.get(file.entry);
      return { ...file, crc32: own === undefined ? 0 : Number(placed.checksum(own) ?? 0) };
    });
    yield { at: offset, pieces: [{ bytes: buildList(chunks[number + 1]?.offset ?? 0, records, room) }] };
  }
}
