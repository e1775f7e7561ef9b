import {
  ArchiveError,
  alignUp,
  type Change,
  encodeLatin1,
  type UpdateContext,
  type WritePart,
} from '@packwright/core';
import { version1 } from '../layout.ts';
import { readVersion1, type Version1Table } from './table.ts';
import { checkVersion1, padToSector } from './write.ts';

const { sector, headerSize, entrySize, nameSize, sizeAt, fileSizeAt } = version1;

/** Changes a version 1 archive in place as long as every file keeps its place, or tells why it cannot. */
export async function updateVersion1(
  changes: readonly Change[],
  context: UpdateContext,
): Promise<AsyncIterable<WritePart> | { readonly rewrite: string }> {
  const table = await readVersion1(context.source, context.limits, context.signal);
  for (const change of changes) {
    if (change.kind === 'rename') refuseName(change.path);
    const reason = findObstacle(table, change, context.source.size);
    if (reason !== undefined) return { rewrite: reason };
  }
  return updateParts(table, changes, context);
}

function refuseName(path: string): void {
  const [problem] = checkVersion1([{ path }], {});
  if (problem !== undefined) throw new ArchiveError('WRITE_REFUSED', problem.message, { path });
}

function findObstacle(table: Version1Table, change: Change, fileSize: number): string | undefined {
  if (change.kind === 'rename') return undefined;
  if (change.kind !== 'replace') return 'version 1 stores no offsets, so the files behind would have to move';
  // Behind the end of the file places are not counted on.
  if (change.entry > 0 && table.offset(change.entry - 1) > fileSize)
    return 'the file ends before the data of its entries does';
  const before = alignUp(table.size(change.entry), sector);
  const after = alignUp(change.content.size, sector);
  const canGrow = change.entry === table.length - 1 && after > before;
  if (before === after || canGrow) return undefined;
  return `version 1 stores no offsets, and ${JSON.stringify(change.path)} would take ${after} bytes instead of ${before}`;
}

async function* updateParts(
  table: Version1Table,
  changes: readonly Change[],
  context: UpdateContext,
): AsyncGenerator<WritePart, void, undefined> {
  const { source, signal } = context;
  const bytes = new Uint8Array(table.dataOffset);
  bytes.set(await source.read(0, Math.min(table.dataOffset, source.size), { signal }));
  const view = new DataView(bytes.buffer);
  for (const [number, change] of changes.entries()) {
    if (change.kind === 'add' || change.kind === 'remove') continue;
    const row = headerSize + change.entry * entrySize;
    if (change.kind === 'rename') {
      bytes.fill(0, row, row + nameSize).set(encodeLatin1(change.path), row);
      continue;
    }
    const { size } = change.content;
    view.setUint32(row + sizeAt, size, table.order === 'little');
    if (size > 0) yield { at: table.offset(change.entry), pieces: padToSector(number, size) };
  }
  const end = Math.max(source.size, (await context.placed()).end);
  view.setUint32(fileSizeAt, end, table.order === 'little');
  yield { at: 0, pieces: [{ bytes }] };
}
