import { unsafePath } from './unsafe-path.ts';

/** Refuses `..` anywhere in a path, even where it would stay inside: no honest archive needs it. */
export function refuseParentParts(path: string, parts: readonly string[]): void {
  if (parts.includes('..')) throw unsafePath(path, 'has the part "..", which leads out of a folder');
}
