import { encodeLatin1, parseUnresolvedName } from '@packwright/core';
import { hashName } from '../name-hash.ts';
import { planBlocks, setNames, setTotals, writeRow } from './build-tables.ts';
import type { EditedRow } from './edit-rows.ts';
import { readField, writeField } from './field.ts';
import { isCompressed } from './layout.ts';
import type { NameBlocks } from './name-blocks.ts';
import type { Packfile } from './read-packfile.ts';

/** The tables of a packfile after an edit, with every field kept that the edit has no say in. */
export function patchTables(
  packfile: Packfile,
  old: Uint8Array,
  rows: readonly EditedRow[],
  starts: ReadonlyMap<EditedRow, number>,
  names: NameBlocks | undefined,
  fileSize: number,
): Uint8Array {
  const { header } = packfile;
  const { version } = header;
  const isLittle = header.order === 'little';
  // A file may end with its names, before the padding behind them.
  const bytes = new Uint8Array(header.dataOffset);
  bytes.set(old);
  const view = new DataView(bytes.buffer);
  const blocks = names === undefined ? header : planBlocks(version, names);
  let end = 0;
  rows.forEach((row, number) => {
    const base = blocks.directory.offset + number * version.entrySize;
    bytes.set(row.record, base);
    patchRow(view, base, packfile, row, starts.get(row));
    const start = readField(view, base, version.entry.start, isLittle);
    end = Math.max(end, start + readField(view, base, version.entry.size, isLittle));
  });
  if (names !== undefined) setNames(bytes, version, isLittle, blocks, names);
  // Only data that is not compressed moves in place, and above 4 GiB none does: the old size still holds there.
  const keepsSize = isCompressed(header.layout) || fileSize >= 2 ** 32;
  const dataSize = keepsSize ? header.dataSize : end;
  const compressedSize = isCompressed(header.layout) ? header.compressedSize : undefined;
  setTotals(bytes, version, isLittle, blocks, rows.length, { fileSize, dataSize, compressedSize });
  return bytes;
}

function patchRow(
  view: DataView,
  base: number,
  { header }: Packfile,
  row: EditedRow,
  start: number | undefined,
): void {
  const { version, layout } = header;
  const isLittle = header.order === 'little';
  const { content, name } = row;
  if (row.entry === undefined) {
    const fresh = { name, start: start ?? 0, size: content?.size ?? 0, storedSize: undefined };
    writeRow(view, base, version, isLittle, layout, fresh);
    return;
  }
  if (content !== undefined) {
    writeField(view, base, version.entry.size, isLittle, content.size);
    if (start !== undefined) writeField(view, base, version.entry.start, isLittle, start);
  }
  if (row.isRenamed && version.entry.hash !== undefined && name !== undefined) {
    const hash = Number(parseUnresolvedName(name, 32) ?? hashName(encodeLatin1(name)));
    writeField(view, base, version.entry.hash, isLittle, hash);
  }
}
