import { unsafePath } from './unsafe-path.ts';

/** Refuses paths that begin with two separators: shares (`\\server\share`) and devices (`\\?\`, `\\.\`) on Windows. */
export function refuseNetworkPath(path: string): void {
  if (/^[/\\]{2}/.test(path))
    throw unsafePath(path, 'begins with two separators, which names another machine');
}
