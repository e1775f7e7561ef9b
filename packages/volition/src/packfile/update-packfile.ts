import { ArchiveError, alignUp, type Change, type UpdateContext, type WritePart } from '@packwright/core';
import { planBlocks } from './build-tables.ts';
import { type EditedRow, editRows } from './edit-rows.ts';
import { findRoom } from './find-room.ts';
import { isCompressed } from './layout.ts';
import { buildNames, type NameBlocks } from './name-blocks.ts';
import { findAlignment, usualAlignment } from './packfile-style.ts';
import type { PackfileVersion } from './packfile-version.ts';
import { patchTables } from './patch-tables.ts';
import { type Placement, placeEntries } from './place-entries.ts';
import { type Packfile, readPackfile } from './read-packfile.ts';

type Update = AsyncIterable<WritePart> | { readonly rewrite: string };

const wrap = 2 ** 32;

/** Changes a packfile in place where its layout lets entries stay or move, or tells why it must be written anew. */
export async function updatePackfile(
  changes: readonly Change[],
  context: UpdateContext,
  versions: readonly PackfileVersion[],
): Promise<Update> {
  const { source, limits, signal } = context;
  const packfile = await readPackfile(source, { versions, limits, signal });
  const { header } = packfile;
  if (header.version.writeAs === undefined) {
    throw new ArchiveError('WRITE_REFUSED', `Archives of the kind ${header.version.variant} are only read.`);
  }
  const rows = editRows(packfile, changes);
  const names = buildNames(
    rows.map(({ name }) => name),
    header.version,
  );
  const { dataOffset } = planBlocks(header.version, names);
  const placement = placeEntries(packfile, () => {});
  const reason =
    findLayoutObstacle(packfile, changes, placement) ??
    (keepsNames(changes) || dataOffset === header.dataOffset
      ? undefined
      : `the tables would end at ${dataOffset}, but the data begins at ${header.dataOffset}`);
  if (reason !== undefined) return { rewrite: reason };
  return updateParts(packfile, rows, placement, context, keepsNames(changes) ? undefined : names);
}

/** Whether the names and their order stay as they are. */
function keepsNames(changes: readonly Change[]): boolean {
  return changes.every(({ kind }) => kind === 'replace');
}

/** Why data cannot move in this layout; nothing when it can, or when no data is touched. */
function findLayoutObstacle(
  packfile: Packfile,
  changes: readonly Change[],
  placement: Placement,
): string | undefined {
  const { header, fileSize } = packfile;
  if (changes.every(({ kind }) => kind === 'rename')) return undefined;
  if (header.layout === 'compacted') return 'all entries share one compressed block';
  if (isCompressed(header.layout)) return 'compressed entries are found by the sizes of those before them';
  if (placement.rule === 'running') {
    return changes.every((change) => keepsSectors(packfile, change))
      ? undefined
      : 'the entries of this archive are found in directory order, since its starts have too few bits or are wrong';
  }
  const added = changes.reduce((sum, change) => sum + (contentSize(change) ?? 0), 0);
  const slack = changes.length * header.version.sector;
  return fileSize + added + slack < wrap
    ? undefined
    : 'the archive would grow to where starts have too few bits';
}

/** Whether a change leaves every other entry where it is even though starts are not believed. */
function keepsSectors({ header, directory }: Packfile, change: Change): boolean {
  if (change.kind === 'rename') return true;
  if (change.kind !== 'replace') return false;
  // There the sizes must fill the file as well, for starts not to be believed.
  if (header.layout === 'condensed') return change.content.size === directory.size(change.entry);
  const sectors = (size: number): number => alignUp(size, header.version.sector);
  return sectors(change.content.size) === sectors(directory.size(change.entry));
}

function contentSize(change: Change): number | undefined {
  return 'content' in change ? change.content?.size : undefined;
}

async function* updateParts(
  packfile: Packfile,
  rows: readonly EditedRow[],
  placement: Placement,
  context: UpdateContext,
  names: NameBlocks | undefined,
): AsyncGenerator<WritePart, void, undefined> {
  const { header } = packfile;
  const align = findAlignment(packfile, context.name) ?? usualAlignment(header, context.name);
  const room = findSlots(packfile, rows, placement, align);
  const starts = new Map<EditedRow, number>();
  const movers: EditedRow[] = [];
  let parts = 0;
  // Those that stay come first: what moves may then be given no place that one of them still needs.
  for (const row of rows) {
    const { content, entry } = row;
    if (content === undefined) continue;
    const slot = entry === undefined ? undefined : room.get(entry);
    if (entry === undefined || slot === undefined || content.size > slot) {
      movers.push(row);
      continue;
    }
    const at = placement.offset(entry);
    starts.set(row, at - header.dataOffset);
    const rest = Math.min(placement.length(entry), slot, packfile.fileSize - at) - content.size;
    const zeros = Math.max(0, rest);
    if (content.size + zeros === 0) continue;
    yield { at, pieces: [{ entry: content.change }, { zeros }] };
    parts++;
  }
  for (const row of movers) {
    const { content } = row;
    if (content === undefined) continue;
    starts.set(row, 0);
    if (content.size === 0) continue;
    yield { ...(await choosePlace(packfile, align, context)), pieces: [{ entry: content.change }] };
    starts.set(row, (await context.placed()).at(parts) - header.dataOffset);
    parts++;
  }
  const fileSize = Math.max(packfile.fileSize, header.dataOffset, (await context.placed()).end);
  const present = Math.min(header.dataOffset, packfile.fileSize);
  const old = await context.source.read(0, present, { signal: context.signal });
  yield { at: 0, pieces: [{ bytes: patchTables(packfile, old, rows, starts, names, fileSize) }] };
}

/** How much room replaced entries have where they are; none is given for a place that is no good one. */
function findSlots(
  packfile: Packfile,
  rows: readonly EditedRow[],
  placement: Placement,
  align: number,
): ReadonlyMap<number, number> {
  const { header, directory, fileSize } = packfile;
  const replaced = new Set<number>();
  for (const { content, entry } of rows) {
    if (content === undefined || entry === undefined) continue;
    const offset = placement.offset(entry);
    const isAligned = (offset - header.dataOffset) % align === 0;
    if (isAligned && offset <= fileSize) replaced.add(entry);
  }
  const ranges = {
    length: directory.length,
    offset: (entry: number) => placement.offset(entry),
    size: (entry: number) => placement.length(entry),
  };
  return findRoom(ranges, replaced);
}

/**
 * Entries are aligned from the start of the data, which need not be aligned itself, and lie behind it, which a file that
 * was cut off may not reach: then only the end will do.
 */
async function choosePlace(
  { header, fileSize }: Packfile,
  align: number,
  context: UpdateContext,
): Promise<Pick<WritePart, 'at' | 'align'>> {
  if (header.dataOffset % align === 0 && fileSize >= header.dataOffset) return { align };
  const end = Math.max(header.dataOffset, fileSize, (await context.placed()).end);
  return { at: header.dataOffset + alignUp(end - header.dataOffset, align) };
}
