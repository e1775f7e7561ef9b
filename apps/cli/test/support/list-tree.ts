import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file and folder below a folder, with `/`, in order; folders end in `/`. */
export function listTree(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((item) => {
      const path = relative(folder, join(item.parentPath, item.name)).split(sep).join('/');
      return item.isDirectory() ? `${path}/` : path;
    })
    .sort();
}
