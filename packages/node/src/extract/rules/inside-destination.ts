import { sep } from 'node:path';
import { unsafePath } from './unsafe-path.ts';

const parentPart = /(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** The last line: a target that does not lie under the real destination is refused, whatever let it come this far. */
export function refuseOutside(destination: string, target: string): void {
  const root = destination.endsWith(sep) ? destination : `${destination}${sep}`;
  const isInside = target.startsWith(root) && target.length > root.length;
  if (!isInside || parentPart.test(target.slice(root.length)))
    throw unsafePath(target, `lies outside ${destination}`);
}
