import {
  type ArchiveIndex,
  alignUp,
  ByteWriter,
  type Change,
  type UpdateContext,
  type WritePart,
} from '@packwright/core';
import { type EditedRow, editRows } from './edit-rows.ts';
import { type Layout, layouts } from './layout.ts';
import { putData, type RowData } from './row.ts';
import { refuseIf, refuseSize, refuseVariant } from './rules.ts';
import { PakTable } from './table.ts';
import { packing, reportAmbiguity, rowData } from './write.ts';
import { stepsFor, type writeOptions } from './write-options.ts';

type Context = UpdateContext<typeof writeOptions>;

/** The directory as it lies in the archive. */
interface OldDirectory {
  readonly offset: number;
  readonly length: number;
  /** Whether no file and no header shares its bytes: they may be written over. */
  readonly isOwn: boolean;
  /** Whether nothing follows it either: new data may take its place. */
  readonly isLast: boolean;
}

/**
 * Changes an archive in place. New data goes over a directory that is last, else to the end; then comes the new
 * directory, and last of all the header that refers to it. No other byte is touched: what no row refers to may
 * belong to somebody else, and the old data of a file may be shared with them.
 */
export async function updatePak(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: Context,
): Promise<AsyncIterable<WritePart> | { readonly rewrite: string }> {
  const { source, options, signal } = context;
  const layout = Object.values(layouts).find(({ variant }) => variant === index.variant) ?? layouts.quake;
  refuseIf(refuseVariant(layout, options));
  const found = index.structure.find(({ name }) => name === 'directory');
  const { offset, length } = found ?? { offset: source.size, length: 0 };
  const bytes = length > 0 ? await source.read(offset, length, { signal }) : new Uint8Array(0);
  const table = new PakTable(layout, bytes);
  const isOwn = hasOwnBytes(table, offset);
  const old = { offset, length, isOwn, isLast: isOwn && offset + length === source.size };
  const rows = editRows(table, changes, context);
  const tooLarge = refuseSize(largestSize(rows, old, layout, context), options);
  if (tooLarge !== undefined) return { rewrite: `the archive could grow too large in place: ${tooLarge}` };
  return updateParts(layout, rows, old, context);
}

async function* updateParts(
  layout: Layout,
  rows: readonly EditedRow[],
  old: OldDirectory,
  context: Context,
): AsyncGenerator<WritePart, void, undefined> {
  const { options, source } = context;
  const { align = 1 } = options;
  let tail = old.isLast ? old.offset : source.size;
  let isMoved = false;
  let parts = 0;
  for (const { row, path, content } of rows) {
    if (content === undefined) continue;
    const { size, change } = content;
    const steps = stepsFor(layout, path, options);
    let data: RowData = { offset: alignUp(tail, align), size, stored: size, packed: false };
    if (size > 0 || steps !== undefined) {
      yield { at: data.offset, pieces: [{ entry: change }], ...packing(layout, steps) };
      if (steps !== undefined) data = rowData(await context.placed(), parts);
      parts++;
      tail = data.offset + data.stored;
      isMoved = true;
    }
    putData(layout, new DataView(row.buffer, row.byteOffset), 0, data);
  }
  const directory = joinRows(rows, layout);
  const behind = isMoved ? alignUp(tail, align) : tail;
  const dirOffset = placeDirectory(old, directory.length, behind, source.size);
  const end = Math.max(source.size, dirOffset + directory.length);
  reportAmbiguity(layout, directory, end, (finding) => context.report(finding));
  if (directory.length > 0) yield { at: dirOffset, pieces: [{ bytes: directory }] };
  const header = new ByteWriter('little', 8).u32(dirOffset).u32(directory.length).finish();
  yield { at: layout.magic.length, pieces: [{ bytes: header }] };
}

/** Where the new directory goes: where the old one is if it fits there, else behind everything. */
function placeDirectory(old: OldDirectory, length: number, behind: number, fileSize: number): number {
  // It ends with the file, so that a shorter one leaves no bytes behind it that look like somebody else's.
  if (old.isLast) return Math.max(behind, fileSize - length);
  return old.isOwn && length <= old.length ? old.offset : behind;
}

/** Whether the bytes of the directory are nothing but directory. */
function hasOwnBytes(table: PakTable, dirOffset: number): boolean {
  if (table.length > 0 && dirOffset < table.layout.headerBytes) return false;
  const dirEnd = dirOffset + table.bytes.length;
  for (let row = 0; row < table.length; row++) {
    const offset = table.dataOffset(row);
    const stored = table.storedLength(row);
    if (stored > 0 && offset < dirEnd && dirOffset < offset + stored) return false;
  }
  return true;
}

/** The size that the archive cannot exceed, whatever the codecs achieve. */
function largestSize(
  rows: readonly EditedRow[],
  old: OldDirectory,
  layout: Layout,
  context: Context,
): number {
  const { align = 1 } = context.options;
  let end = old.isLast ? old.offset : context.source.size;
  for (const { content } of rows) {
    // zlib makes incompressible data larger by a few bytes in each block.
    if (content !== undefined) end = alignUp(end, align) + content.size + Math.ceil(content.size / 1000) + 64;
  }
  return Math.max(context.source.size, alignUp(end, align) + rows.length * layout.rowBytes);
}

function joinRows(rows: readonly EditedRow[], layout: Layout): Uint8Array {
  const directory = new Uint8Array(rows.length * layout.rowBytes);
  for (const [number, { row }] of rows.entries()) directory.set(row, number * layout.rowBytes);
  return directory;
}
