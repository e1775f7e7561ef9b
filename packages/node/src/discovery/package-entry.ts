import { describe, isRecord } from './plugin-manifest.ts';

/** Conditions of `exports` that hold for an `import` in Node. */
const conditions = new Set(['node', 'import', 'module-sync', 'default']);

/** The file that `import` of a package loads, relative to its folder, or what is wrong with its `package.json`. */
export function packageEntry(
  manifest: Readonly<Record<string, unknown>>,
): { readonly file: string } | { readonly fault: string } {
  const { exports, main } = manifest;
  const target = exports === undefined ? (main ?? './index.js') : resolveTarget(rootOf(exports));
  if (typeof target !== 'string') return { fault: 'its "exports" has nothing for an import of the package' };
  const file = exports === undefined && !target.startsWith('./') ? `./${target}` : target;
  if (!isInside(file))
    return { fault: `its entry is ${describe(target)}, expected a path inside the package` };
  return { file };
}

/** Whether a path begins in the folder of the package and stays there. */
export function isInside(file: string): boolean {
  return file.startsWith('./') && !file.split(/[/\\]/).slice(1).some(leadsAway);
}

/** The member `.` of `exports`, or all of it where it is about the package itself. */
function rootOf(exports: unknown): unknown {
  if (!isRecord(exports)) return exports;
  return Object.keys(exports).some((key) => key.startsWith('.')) ? exports['.'] : exports;
}

function resolveTarget(target: unknown): unknown {
  if (Array.isArray(target)) return target.map(resolveTarget).find((found) => found !== undefined);
  if (!isRecord(target)) return target ?? undefined;
  for (const [condition, inner] of Object.entries(target)) {
    if (!conditions.has(condition)) continue;
    const found = resolveTarget(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function leadsAway(part: string): boolean {
  return part === '..' || part === 'node_modules';
}
