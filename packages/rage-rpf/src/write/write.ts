import { encodeLatin1, type WriteContext, type WriteEntry, type WritePart } from '@packwright/core';
import { parseTime, writeDebugNames } from '../debug-names.ts';
import type { FileRow } from '../row.ts';
import { type FileParts, packFile, rowOfPlaced } from './file-parts.ts';
import { numberNodes, type PlanNode } from './plan-node.ts';
import { readSettings, type WriteSettings } from './settings.ts';
import { encodeTable, headerOf, layOutTable } from './table-layout.ts';
import { TreePlan } from './tree-plan.ts';
import type { writeOptions } from './write-options.ts';

/** Writes a new archive: files in the order of the table, then the table, then the header. */
export async function* writeRpf(
  entries: readonly WriteEntry[],
  context: WriteContext<typeof writeOptions>,
): AsyncGenerator<WritePart, void, undefined> {
  const settings = readSettings(context.options);
  const { version, cipher } = settings;
  const layout = layOutTable(numberNodes(planEntries(entries, settings).root, version.names), settings);
  yield { at: version.dataStart(layout.end), pieces: [] };
  let count = 1;
  const packed = new Map<PlanNode, { readonly parts: FileParts; readonly number: number }>();
  for (const { node } of layout.nodes) {
    if (node.file?.kind !== 'new') continue;
    const { content } = node.file;
    const source = entries[content]?.content;
    if (source === undefined) continue;
    const parts = await packFile(
      { path: node.path, name: node.name, content, source },
      settings,
      context.signal,
    );
    packed.set(node, { parts, number: count });
    yield* parts.parts;
    count += parts.parts.length;
  }
  yield { align: version.block, pieces: [] };
  const placed = await context.placed();
  const rowOf = (node: PlanNode): FileRow => {
    const found = packed.get(node);
    if (found === undefined) return emptyRow;
    return rowOfPlaced(found.parts, placed, found.number, version, node.path);
  };
  const table = encodeTable(layout, version, rowOf);
  const steps = cipher === undefined ? {} : { steps: cipher.tableFor(context.name ?? '', placed.end) };
  let debugAt = 0;
  if (settings.debugNames) {
    debugAt = placed.end;
    yield { at: debugAt, pieces: [{ bytes: writeDebugNames(layout.nodes, version.order) }], ...steps };
  }
  yield { at: version.tableAt, pieces: [{ bytes: table }], ...steps };
  yield { at: 0, pieces: [{ bytes: headerOf(layout, settings, debugAt) }] };
}

/** The tree of entries to be written; `WRITE_REFUSED` for paths that cannot be in one. */
export function planEntries(entries: readonly WriteEntry[], { version, rootName }: WriteSettings): TreePlan {
  const plan = new TreePlan(version.names, { name: encodeLatin1(rootName) });
  for (const [content, entry] of entries.entries()) {
    if (entry.kind === 'directory') {
      plan.addDirectory(entry.path);
      continue;
    }
    const modified = entry.attributes?.modified;
    const time = typeof modified === 'string' ? parseTime(modified) : 0;
    plan.addFile(entry.path, { kind: 'new', content, size: entry.content?.size ?? 0 }, time);
  }
  return plan;
}

/** The row of a file without content. */
const emptyRow: FileRow = {
  kind: 'binary',
  name: 0,
  offset: 0,
  stored: 0,
  size: 0,
  isCompressed: false,
  encryption: 0,
};
