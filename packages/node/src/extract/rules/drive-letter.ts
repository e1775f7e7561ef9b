import { unsafePath } from './unsafe-path.ts';

/** Refuses a path whose first part begins with a drive: `C:\x`, and `C:x`, which is relative to that drive's folder. */
export function refuseDriveLetter(path: string, parts: readonly string[]): void {
  if (/^[A-Za-z]:/.test(parts[0] ?? '')) throw unsafePath(path, 'begins with a drive letter');
}
