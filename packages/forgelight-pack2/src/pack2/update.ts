import {
  ArchiveError,
  type ArchiveIndex,
  type Change,
  createChecksum,
  type Placed,
  type UpdateContext,
  type WritePart,
} from '@packwright/core';
import { findRests } from '../rests.ts';
import { makeAssetPart } from './asset-part.ts';
import { readBlockOption } from './block-option.ts';
import { buildHeader, type Header, parseHeader } from './header.ts';
import {
  alignment,
  blockLength,
  blockOffset,
  compressedFlag,
  headerLength,
  rowLength,
  unknownFlag,
} from './layout.ts';
import { type AssetPlace, MapRows } from './map-rows.ts';
import type { WriteOptions } from './options.ts';
import { type EditPlan, planEdit } from './plan-edit.ts';

/** Bytes read at a time while a renamed asset is hashed anew. */
const chunkLength = 2 ** 20;

/**
 * Changes a pack2 in place: new data where core finds room, a new map at the end of the file, the header last, so
 * that the old map stays valid until then.
 */
export async function updatePack2(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<WriteOptions>,
): Promise<AsyncIterable<WritePart> | { readonly rewrite: string }> {
  const { source, signal, options } = context;
  const header = parseHeader(await source.read(0, headerLength, { signal }));
  if (header.count !== index.entries.length) {
    return { rewrite: `the map has ${index.entries.length} of ${header.count} rows` };
  }
  const block = readBlockOption(options);
  if (block === undefined) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Option "block128" is no text of ${2 * blockLength} hex digits.`,
    );
  }
  const map = await source.read(header.mapOffset, header.count * rowLength, { signal });
  const rows = MapRows.from(map, changes.length);
  if (rows.shareBytes())
    return { rewrite: 'some of its assets share bytes, so that none can be changed alone' };
  return applyEdit(header, block, planEdit(rows, changes), context);
}

async function* applyEdit(
  header: Header,
  block: Uint8Array,
  plan: EditPlan,
  context: UpdateContext<WriteOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const { rows } = plan;
  const { options } = context;
  for (const { row, change, size } of plan.data) {
    yield makeAssetPart([{ entry: change }], size, rows.hashBytes(row), options);
  }
  const placed = await context.placed();
  const rests = findRests(
    plan.data.map(({ row }) => rows.place(row)),
    placed,
    context.source.size,
  );
  for (const [part, { row }] of plan.data.entries())
    rows.setPlace(row, placeOf(rows.place(row), placed, part));
  for (const row of plan.rehashed) {
    const place = rows.place(row);
    rows.setPlace(row, { ...place, dataHash: await hashData(place, rows.hashBytes(row), context) });
  }
  for (const { offset, length } of rests) yield { at: offset, pieces: [{ zeros: length }] };
  const map = rows.toBytes();
  yield { end: true, align: options.align ?? alignment, pieces: [{ bytes: map }] };
  const settled = await context.placed();
  const mapOffset = settled.at(settled.length - 1);
  reportBlock(header.block, block, context);
  const count = map.length / rowLength;
  const packLength = mapOffset + map.length;
  yield { at: 0, pieces: [{ bytes: buildHeader({ ...header, count, packLength, mapOffset, block }) }] };
}

/** The row's numbers after its data has found a place; the flag of unknown meaning stays. */
function placeOf(old: AssetPlace, placed: Placed, part: number): AssetPlace {
  return {
    offset: placed.at(part),
    length: placed.size(part),
    flags: (old.flags & unknownFlag) | (placed.encoded(part) ? compressedFlag : 0),
    dataHash: Number(placed.checksum(part) ?? 0),
  };
}

/** The data hash of an asset that has another name now. */
async function hashData(
  { offset, length }: AssetPlace,
  hashBytes: Uint8Array,
  { source, signal }: UpdateContext<WriteOptions>,
): Promise<number> {
  const checksum = createChecksum('crc32c');
  checksum.update(hashBytes);
  for (let done = 0; done < length; done += chunkLength) {
    signal?.throwIfAborted();
    checksum.update(await source.read(offset + done, Math.min(chunkLength, length - done), { signal }));
  }
  return Number(checksum.digest());
}

function reportBlock(old: Uint8Array, block: Uint8Array, context: UpdateContext<WriteOptions>): void {
  if (old.every((byte) => byte === 0) || block.some((byte) => byte !== 0)) return;
  context.report({
    severity: 'warning',
    code: 'block128-zeroed',
    message: `Found a block of ${blockLength} bytes in the header that fits the old content only, wrote zeros: how games make it is not known.`,
    offset: blockOffset,
  });
}
