import {
  type ArchiveIndex,
  alignUp,
  type Change,
  type Placed,
  type UpdateContext,
  type WritePart,
} from '@packwright/core';
import { writeDebugNames } from '../debug-names.ts';
import { tags7 } from '../layout.ts';
import type { FileRow } from '../row.ts';
import { TreeTable } from '../tree-table.ts';
import type { Version } from '../version.ts';
import { isScript } from '../versions/rpf7.ts';
import { type EditPlan, planEdit } from './edit-plan.ts';
import {
  checkOffset,
  type FileParts,
  type FileRules,
  packFile,
  refuseFileSize,
  rowOfPlaced,
} from './file-parts.ts';
import { compareBytes, numberNodes, type PlanNode } from './plan-node.ts';
import { readPacking } from './settings.ts';
import { encodeTable, headerOf, layOutTable, type TableFacts, type TableLayout } from './table-layout.ts';
import type { writeOptions } from './write-options.ts';

type Context = UpdateContext<typeof writeOptions>;

/** A reason why an archive must be written anew. */
interface Rewrite {
  readonly rewrite: string;
}

/**
 * Changes an archive in place: new files go where there is room, files that a grown table would cover go to the end,
 * then the table is written where it was, and the header last.
 */
export function updateRpf(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: Context,
): AsyncIterable<WritePart> | Rewrite {
  const { entries: table } = index;
  if (!(table instanceof TreeTable)) return { rewrite: 'RPF8 is signed and cannot be changed in place' };
  const { version, header } = table.parts;
  if (version.number === 5) return { rewrite: 'the layout of RPF5 is not known for certain' };
  if (version.number === 7 && header.tag === tags7.cfxp) {
    return { rewrite: 'the archive is signed, and a new signature cannot be made' };
  }
  const plan = planEdit(table, changes, context);
  const { tag, platformBit, unknown0c } = header;
  const facts = { version, tag, nameShift: undefined, platformBit, unknown0c };
  const layout = layOutTable(numberNodes(plan.root, version.names), facts);
  const refusal = refuseNodes(layout, plan, table);
  if (refusal !== undefined) return { rewrite: refusal };
  const update = new TreeUpdate({ table, layout, facts, changes, context, oldEnd: endOfTable(index) });
  return update.parts(plan.isReshaped);
}

/** Files whose key follows from their name, or that are too large, need the archive written anew. */
function refuseNodes({ nodes }: TableLayout, plan: EditPlan, table: TreeTable): string | undefined {
  const { version, cipher } = table.parts;
  const hasScriptKeys = version.number === 7 && cipher !== undefined;
  for (const { node } of nodes) {
    const { file } = node;
    if (file === undefined) continue;
    if (file.kind === 'new') {
      const why = refuseFileSize(file.size, version);
      if (why !== undefined) return `${JSON.stringify(node.path)} ${why}`;
      if (hasScriptKeys && isScript(node.name)) return 'scripts of an encrypted archive are encrypted too';
      continue;
    }
    const old = plan.renamed.get(node);
    if (old === undefined || compareBytes(old, node.name) === 0) continue;
    const isEncrypted = file.row.kind === 'binary' && file.row.encryption !== 0;
    if (isEncrypted || (hasScriptKeys && (isScript(old) || isScript(node.name)))) {
      return 'the key of an encrypted file follows from its name';
    }
  }
  return undefined;
}

/** The end of the table as it lies there; what its header says is not to be trusted. */
function endOfTable({ structure }: ArchiveIndex): number {
  const own = structure.filter(({ name }) => name !== 'debug names');
  return Math.max(0, ...own.map(({ offset, length }) => offset + length));
}

/** What an edit is made of. */
interface UpdateParts {
  readonly table: TreeTable;
  readonly layout: TableLayout;
  readonly facts: TableFacts;
  readonly changes: readonly Change[];
  readonly context: Context;
  /** First byte behind the old table. */
  readonly oldEnd: number;
}

/** One edit on its way into parts. */
class TreeUpdate {
  readonly #parts: UpdateParts;
  readonly #packed = new Map<PlanNode, { readonly parts: FileParts; readonly number: number }>();
  readonly #moved = new Map<PlanNode, number>();
  #count = 0;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
  }

  async *parts(isReshaped: boolean): AsyncGenerator<WritePart, void, undefined> {
    const { table, layout, facts, context } = this.#parts;
    const { version, header, cipher, debugNames } = table.parts;
    if (layout.end > context.source.size) {
      // The end of the file must lie behind the new table before anything is put there.
      yield { at: version.dataStart(layout.end), pieces: [] };
      this.#count++;
    }
    for (const { node } of layout.nodes) yield* this.#fileParts(node);
    const placed = await context.placed();
    const isRenaming = isReshaped && debugNames !== undefined;
    const isLonger = placed.end > context.source.size || isRenaming;
    const end = isLonger ? alignUp(placed.end, version.block) : placed.end;
    if (end > placed.end) yield { at: placed.end, pieces: [{ zeros: end - placed.end }] };
    const name = context.name ?? context.source.name ?? '';
    const steps = cipher === undefined ? {} : { steps: cipher.tableFor(name, end) };
    if (isRenaming)
      yield { at: end, pieces: [{ bytes: writeDebugNames(layout.nodes, version.order) }], ...steps };
    const bytes = encodeTable(layout, version, (node) => this.#rowOf(node, placed));
    yield { at: version.tableAt, pieces: [{ bytes }], ...steps };
    yield { at: 0, pieces: [{ bytes: headerOf(layout, facts, isRenaming ? end : header.debugAt) }] };
  }

  async *#fileParts(node: PlanNode): AsyncGenerator<WritePart, void, undefined> {
    const { file } = node;
    if (file === undefined) return;
    if (file.kind === 'kept') {
      if (!this.#isCovered(file.row)) return;
      const { offset, stored, kind } = file.row;
      const align = this.#parts.facts.version.alignment(stored, kind === 'resource');
      this.#moved.set(node, this.#count++);
      yield { align, end: true, pieces: [{ copy: { offset, length: stored } }] };
      return;
    }
    const change = this.#parts.changes[file.content];
    if (change === undefined || !('content' in change) || change.content === undefined || file.size === 0)
      return;
    const parts = await packFile(
      { path: node.path, name: node.name, content: file.content, source: change.content },
      this.#rules(),
      this.#parts.context.signal,
    );
    this.#packed.set(node, { parts, number: this.#count });
    this.#count += parts.parts.length;
    for (const part of parts.parts) yield this.#grows() ? { ...part, end: true } : part;
  }

  #rules(): FileRules {
    const { table, context } = this.#parts;
    const { version, header } = table.parts;
    const packing = readPacking(context.options, version.number === 2, header.platformBit);
    return { version, packing, cipher: undefined, alignment: context.options.alignment ?? 1 };
  }

  /** Whether the new table reaches further than the old one and its padding: then no gap is safe from it. */
  #grows(): boolean {
    const { layout, facts, oldEnd } = this.#parts;
    return layout.end > paddedEnd(oldEnd, facts.version);
  }

  #isCovered({ offset, stored }: FileRow): boolean {
    return stored > 0 && offset < this.#parts.layout.end;
  }

  #rowOf(node: PlanNode, placed: Placed): FileRow {
    const { version } = this.#parts.facts;
    const packed = this.#packed.get(node);
    if (packed !== undefined) return rowOfPlaced(packed.parts, placed, packed.number, version, node.path);
    const row = node.file?.kind === 'kept' ? node.file.row : undefined;
    if (row === undefined) return this.#emptyRow();
    const moved = this.#moved.get(node);
    if (moved === undefined) return row;
    return { ...row, offset: checkOffset(placed.at(moved), version, node.path) };
  }

  /** A file without bytes lies, by custom, where files begin. */
  #emptyRow(): FileRow {
    const { facts, layout } = this.#parts;
    const offset = facts.version.dataStart(layout.end);
    return { kind: 'binary', name: 0, offset, stored: 0, size: 0, isCompressed: false, encryption: 0 };
  }
}

/** The end of a table and of what cannot be used behind it: no file begins inside its last block. */
function paddedEnd(end: number, version: Version): number {
  return version.alignment(0, false) < version.block ? end : alignUp(end, version.block);
}
