import {
  ByteWriter,
  crc32,
  type Placed,
  type WriteContext,
  type WriteEntry,
  type WritePart,
} from '@packwright/core';
import { archiveFlags, headerLength, type Method } from './layout.ts';
import type { TortureOptions } from './options.ts';
import { type Row, serializeRows } from './row.ts';
import { dataPart, draftRow, methodOf, type RowDraft } from './row-draft.ts';
import { serializeHeader } from './serialize-header.ts';

interface PlannedEntry {
  readonly draft: RowDraft;
  readonly method: Method;
  /** Number of its content; absent for directories. */
  readonly content: number | undefined;
}

/** Writes header, plain and sealed entries, the solid stream, flush points and table, in this order. */
export async function* writeTorture(
  entries: readonly WriteEntry[],
  context: WriteContext<TortureOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const isTree = context.options.tree === true;
  const planned = planEntries(entries, isTree, context.options.method);
  /** Part number by planned entry. */
  const parts = new Map<PlannedEntry, number>();
  let count = 0;
  yield { pieces: [{ zeros: headerLength }] };
  for (const item of planned) {
    if (item.content === undefined || item.method === 'solid') continue;
    parts.set(item, ++count);
    yield dataPart(item.content, item.method);
  }
  const solids = planned.filter(({ method }) => method === 'solid');
  for (const item of solids) {
    if (item.content === undefined) continue;
    parts.set(item, ++count);
    yield {
      pieces: [{ entry: item.content }],
      steps: [{ codec: 'zlib-flush', level: context.options.level ?? 6, encoder: 'classic' }],
      stream: 0,
      checksum: { algorithm: 'crc32', over: 'content' },
    };
  }
  const placed = await context.placed();
  const solid = describeSolid(
    solids.map((item) => parts.get(item) ?? 0),
    placed,
  );
  const rows = planned.map((item) => placeRow(item, parts.get(item), placed, solid.decodedAt));
  yield* finishTables(rows, solid, isTree ? archiveFlags.tree : 0, context);
}

async function* finishTables(
  rows: readonly Row[],
  solid: SolidStream,
  flags: number,
  context: WriteContext<TortureOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const table = serializeRows(rows);
  const before = (await context.placed()).length;
  yield { pieces: [{ bytes: solid.restarts }], align: 4 };
  yield { pieces: [{ bytes: table }], align: 16 };
  const placed = await context.placed();
  const header = serializeHeader({
    flags,
    count: rows.length,
    tableOffset: placed.at(before + 1),
    tableChecksum: crc32(table),
    solidOffset: solid.offset,
    solidLength: solid.length,
    solidSize: solid.size,
    restartCount: solid.restarts.length / 8,
    restartOffset: placed.at(before),
    unknown28: 0,
  });
  yield { at: 0, pieces: [{ bytes: header }] };
}

/** Rows in the order of the entries; in a tree, directories that are missing come before what lies in them. */
function planEntries(
  entries: readonly WriteEntry[],
  isTree: boolean,
  fallback: string | undefined,
): readonly PlannedEntry[] {
  const planned: PlannedEntry[] = [];
  const directories = new Map<string, number>();
  const add = (entry: WriteEntry, method: Method, content: number | undefined): void => {
    const parent = isTree ? parentOf(entry.path) : 0;
    planned.push({ draft: draftRow(entry, method, isTree, parent), method, content });
    if (method === 'directory') directories.set(entry.path.toLowerCase(), planned.length);
  };
  const parentOf = (path: string): number => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder === '') return 0;
    if (!directories.has(folder.toLowerCase()))
      add({ path: folder, kind: 'directory' }, 'directory', undefined);
    return directories.get(folder.toLowerCase()) ?? 0;
  };
  for (const [number, entry] of entries.entries()) {
    if (entry.kind === 'directory') {
      if (!isTree || !directories.has(entry.path.toLowerCase())) add(entry, 'directory', undefined);
      continue;
    }
    const isEmpty = (entry.content?.size ?? 0) === 0;
    const method = methodOf(entry.attributes, fallback);
    // Nothing at all cannot be flushed, so it cannot be in the stream.
    add(entry, isEmpty && method === 'solid' ? 'plain' : method, number);
  }
  return planned;
}

interface SolidStream {
  readonly offset: number;
  readonly length: number;
  readonly size: number;
  readonly restarts: Uint8Array;
  /** Where the content of a part begins in the decoded stream. */
  readonly decodedAt: ReadonlyMap<number, number>;
}

function describeSolid(parts: readonly number[], placed: Placed): SolidStream {
  const [first] = parts;
  const offset = first === undefined ? 0 : placed.at(first);
  const decodedAt = new Map<number, number>();
  const restarts = new ByteWriter('little');
  let stored = 0;
  let decoded = 0;
  for (const part of parts) {
    decodedAt.set(part, decoded);
    stored += placed.size(part);
    decoded += placed.plainSize(part);
    restarts.u32(stored).u32(decoded);
  }
  return { offset, length: stored, size: decoded, restarts: restarts.finish(), decodedAt };
}

function placeRow(
  { draft, method }: PlannedEntry,
  part: number | undefined,
  placed: Placed,
  decodedAt: ReadonlyMap<number, number>,
): Row {
  if (part === undefined) return { ...draft, offset: 0, length: 0, checksum: 0 };
  const isSolid = method === 'solid';
  return {
    ...draft,
    offset: isSolid ? (decodedAt.get(part) ?? 0) : placed.at(part),
    length: isSolid ? placed.plainSize(part) : placed.size(part),
    checksum: Number(placed.checksum(part) ?? 0),
  };
}
