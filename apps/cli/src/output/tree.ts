import type { Palette } from './color.ts';
import { escapeText } from './escape.ts';
import { formatSize } from './size.ts';

interface Leaf {
  readonly path: string;
  readonly kind: 'file' | 'directory';
  readonly size: number | undefined;
}

interface Branch {
  readonly children: Map<string, Branch>;
  readonly leaves: { readonly name: string; readonly leaf: Leaf }[];
}

/** Entries as a tree of folders; nested archives count as folders. */
export function formatTree(leaves: readonly Leaf[], palette: Palette): string[] {
  const root: Branch = { children: new Map(), leaves: [] };
  for (const leaf of leaves) insert(root, leaf);
  return [...printBranch(root, '', palette)];
}

function insert(root: Branch, leaf: Leaf): void {
  const parts = leaf.path.split('/');
  const name = parts.pop() ?? '';
  let branch = root;
  for (const part of parts) branch = childOf(branch, part.endsWith('!') ? part.slice(0, -1) : part);
  if (leaf.kind === 'directory') childOf(branch, name);
  else branch.leaves.push({ name, leaf });
}

function childOf(branch: Branch, name: string): Branch {
  let child = branch.children.get(name);
  if (child === undefined) {
    child = { children: new Map(), leaves: [] };
    branch.children.set(name, child);
  }
  return child;
}

function* printBranch(branch: Branch, indent: string, palette: Palette): Generator<string, void, undefined> {
  const nested = new Set(branch.leaves.map(({ name }) => name).filter((name) => branch.children.has(name)));
  const rows = [
    ...[...branch.children]
      .filter(([name]) => !nested.has(name))
      .map(([name, child]) => ({ text: palette.blue(`${escapeText(name)}/`), child })),
    ...branch.leaves.map(({ name, leaf }) => ({
      text: `${escapeText(name)} ${palette.dim(leaf.size === undefined ? '' : formatSize(leaf.size))}`.trimEnd(),
      child: nested.has(name) ? branch.children.get(name) : undefined,
    })),
  ];
  for (const [number, { text, child }] of rows.entries()) {
    const isLast = number === rows.length - 1;
    yield `${indent}${palette.dim(isLast ? '└── ' : '├── ')}${text}`;
    if (child !== undefined)
      yield* printBranch(child, `${indent}${palette.dim(isLast ? '    ' : '│   ')}`, palette);
  }
}
