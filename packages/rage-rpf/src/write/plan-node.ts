import type { FileRow } from '../row.ts';

/** Where the bytes of a planned file come from. */
export type FilePlan =
  /** A file to be packed: a number for pieces, and how many bytes it has. */
  | { readonly kind: 'new'; readonly content: number; readonly size: number }
  /** A file that stays as it is in the archive. */
  | { readonly kind: 'kept'; readonly row: FileRow };

/** An entry of the tree to be. */
export interface PlanNode {
  /** Bytes of the name; empty where only the hash is known. */
  readonly name: Uint8Array;
  readonly hash: number;
  /** Full path, for messages. */
  readonly path: string;
  /** Version 6: time of the last change, 0 for none. */
  readonly time: number;
  /** Absent for directories. */
  readonly file?: FilePlan | undefined;
  /** Children of a directory. */
  readonly children: PlanNode[];
}

/** A node in its place in the table. */
export interface NumberedNode {
  readonly node: PlanNode;
  /** Directories: number of the first child. */
  readonly first: number;
}

/** Order of two siblings, as the games' binary search has it: raw bytes, or the hash as an unsigned number. */
function compareNodes(names: 'text' | 'hash'): (a: PlanNode, b: PlanNode) => number {
  return names === 'hash' ? (a, b) => a.hash - b.hash : (a, b) => compareBytes(a.name, b.name);
}

/** Order by raw bytes. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** All entries in the order of the table: the root, then sibling groups breadth first, each sorted. */
export function numberNodes(root: PlanNode, names: 'text' | 'hash'): readonly NumberedNode[] {
  const compare = compareNodes(names);
  const nodes: PlanNode[] = [root];
  const numbered: NumberedNode[] = [];
  for (let entry = 0; entry < nodes.length; entry++) {
    const node = nodes[entry];
    if (node === undefined) break;
    numbered.push({ node, first: node.file === undefined ? nodes.length : 0 });
    for (const child of [...node.children].sort(compare)) nodes.push(child);
  }
  return numbered;
}
