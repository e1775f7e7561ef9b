import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder with its text, folders as `name/`; what the tests compare. */
export function listTree(folder: string): Record<string, string> {
  const result: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isDirectory()) result[`${name}/`] = '';
    else result[name] = entry.isSymbolicLink() ? '-> link' : readFileSync(path, 'latin1');
  }
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1)));
}
