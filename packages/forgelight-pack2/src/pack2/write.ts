import type { WriteContext, WriteEntry, WritePart } from '@packwright/core';
import { hashAsset } from './asset-name.ts';
import { makeAssetPart } from './asset-part.ts';
import { readBlockOption } from './block-option.ts';
import { buildHeader } from './header.ts';
import { alignment, blockLength, compressedFlag, dataStart, unknownFlag, usualUnknown18 } from './layout.ts';
import { MapRows } from './map-rows.ts';
import type { WriteOptions } from './options.ts';

/** Writes a pack2: room for the header, the assets in the given order, the map by hash, and the header. */
export async function* writePack2(
  entries: readonly WriteEntry[],
  context: WriteContext<WriteOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const { options } = context;
  const files = entries.flatMap((entry, number) => (entry.kind === 'directory' ? [] : [{ entry, number }]));
  const rows = MapRows.withRoom(files.length);
  const hash = new Uint32Array(2);
  yield { at: 0, pieces: [{ zeros: dataStart }] };
  for (const { entry, number } of files) {
    hashAsset(entry, hash);
    const row = rows.add(hash);
    const pieces = entry.content === undefined ? [] : [{ entry: number }];
    yield makeAssetPart(pieces, entry.content?.size ?? 0, rows.hashBytes(row), options);
  }
  const placed = await context.placed();
  for (const [row, { entry }] of files.entries()) {
    const part = row + 1;
    rows.setPlace(row, {
      offset: placed.at(part),
      length: placed.size(part),
      flags: (keptFlag(entry) ?? unknownFlag) | (placed.encoded(part) ? compressedFlag : 0),
      dataHash: Number(placed.checksum(part) ?? 0),
    });
  }
  const map = rows.toBytes();
  yield { align: options.align ?? alignment, pieces: [{ bytes: map }] };
  const mapOffset = (await context.placed()).at(files.length + 1);
  const header = buildHeader({
    count: files.length,
    packLength: mapOffset + map.length,
    mapOffset,
    unknown18: usualUnknown18,
    block: readBlockOption(options) ?? new Uint8Array(blockLength),
  });
  yield { at: 0, pieces: [{ bytes: header }] };
}

/** The bit of unknown meaning as the entry's archive had it. */
function keptFlag(entry: WriteEntry): number | undefined {
  const flags = entry.attributes?.flags;
  return typeof flags === 'number' ? flags & unknownFlag : undefined;
}
