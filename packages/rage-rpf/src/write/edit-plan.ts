import { ArchiveError, type Change, type UpdateContext } from '@packwright/core';
import type { TreeTable } from '../tree-table.ts';
import type { PlanNode } from './plan-node.ts';
import { TreePlan } from './tree-plan.ts';
import type { writeOptions } from './write-options.ts';

/** The tree of an archive after some changes. */
export interface EditPlan {
  readonly root: PlanNode;
  /** Whether entries came, went, or changed their names. */
  readonly isReshaped: boolean;
  /** Nodes that were renamed, with the names they had. */
  readonly renamed: ReadonlyMap<PlanNode, Uint8Array>;
}

/** An archive's tree with changes applied in their order; `WRITE_REFUSED` for those that cannot be. */
export function planEdit(
  table: TreeTable,
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): EditPlan {
  const editor = new TreeEditor(table, context);
  for (const [content, change] of changes.entries()) editor.apply(change, content);
  return { root: editor.plan.root, isReshaped: editor.isReshaped, renamed: editor.renamed };
}

class TreeEditor {
  readonly plan: TreePlan;
  readonly renamed: Map<PlanNode, Uint8Array> = new Map();
  isReshaped = false;
  /** Nodes by number in the list of entries. */
  readonly #nodes: PlanNode[] = [];
  readonly #parents = new Map<PlanNode, PlanNode>();

  constructor(table: TreeTable, context: UpdateContext<typeof writeOptions>) {
    const { tree, version, names, debugNames } = table.parts;
    const rootName = table.rawName(table.row(0)) ?? new Uint8Array(0);
    this.plan = new TreePlan(version.names, { name: rootName });
    for (let number = 0; number < tree.length; number++) {
      const entry = tree.entries[number] ?? 0;
      const row = table.row(entry);
      const debugName = debugNames?.name(entry, row.name);
      this.#nodes.push({
        name: names === undefined ? encodeName(debugName ?? '') : (table.rawName(row) ?? new Uint8Array(0)),
        hash: names === undefined ? row.name : 0,
        path: context.path(number),
        time: debugNames?.time(entry) ?? 0,
        file: row.kind === 'directory' ? undefined : { kind: 'kept', row },
        children: [],
      });
    }
    for (const [number, node] of this.#nodes.entries()) {
      const owner = tree.owners[tree.entries[number] ?? 0] ?? 0;
      const parent = owner === 0 ? this.plan.root : this.#requireNode(tree.numbers[owner] ?? 0);
      this.plan.adopt(parent, node);
      this.#parents.set(node, parent);
    }
  }

  apply(change: Change, content: number): void {
    switch (change.kind) {
      case 'replace':
        this.#replace(change.entry, content, change.content.size);
        return;
      case 'remove':
        this.#detach(this.#requireNode(change.entry));
        break;
      case 'rename':
        this.#rename(change.entry, change.path);
        break;
      case 'add':
        if (change.directory) this.plan.addDirectory(change.path);
        else this.plan.addFile(change.path, { kind: 'new', content, size: change.content.size });
        break;
    }
    this.isReshaped = true;
  }

  /** Puts a node with the new content in the place of the old one. */
  #replace(number: number, content: number, size: number): void {
    const old = this.#requireNode(number);
    const parent = this.#parents.get(old) ?? this.plan.root;
    const node: PlanNode = { ...old, file: { kind: 'new', content, size } };
    this.plan.exchange(parent, old, node);
    this.#settle(number, node, parent);
  }

  #rename(number: number, path: string): void {
    const old = this.#requireNode(number);
    this.#detach(old);
    const { parent, node } = this.plan.moveTo(path, old);
    for (const child of node.children) this.#parents.set(child, node);
    this.renamed.set(node, this.renamed.get(old) ?? old.name);
    this.#settle(number, node, parent);
  }

  #settle(number: number, node: PlanNode, parent: PlanNode): void {
    this.#nodes[number] = node;
    this.#parents.set(node, parent);
  }

  #detach(node: PlanNode): PlanNode {
    const parent = this.#parents.get(node) ?? this.plan.root;
    this.plan.detach(parent, node);
    return parent;
  }

  #requireNode(number: number): PlanNode {
    const node = this.#nodes[number];
    if (node !== undefined) return node;
    throw new ArchiveError(
      'ENTRY_NOT_FOUND',
      `Found no entry number ${number}, expected one below ${this.#nodes.length}.`,
    );
  }
}

function encodeName(name: string): Uint8Array {
  return Uint8Array.from(name, (character) => character.charCodeAt(0));
}
