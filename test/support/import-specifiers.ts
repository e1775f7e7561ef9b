import { parseSync } from 'vite';

/** The module names in a TypeScript source: imports, re-exports, dynamic imports and import types, in source order. */
export function findImportSpecifiers(path: string, source: string): readonly string[] {
  const { errors, program } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`);
  return collect(program);
}

/** Every module name below a syntax node; the syntax tree keeps them all in a member called `source`. */
function collect(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const specifier = 'source' in node ? readText(node.source) : undefined;
  return [...(specifier === undefined ? [] : [specifier]), ...Object.values(node).flatMap(collect)];
}

function readText(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null || !('type' in node) || !('value' in node)) return undefined;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
