import { sep } from 'node:path';
import { unsafePath } from './unsafe-path.ts';

const parentPart = /(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** The last line: a target that does not lie under the real destination is refused, whatever let it come this far. */
export function refuseOutside(destination: string, target: string): void {
  const root = destination.endsWith(sep) ? destination : `${destination}${sep}`;
  const isInside = target.startsWith(root) && target.length > root.length;
  // Few names have two dots, and looking for them is far quicker than the expression.
  const mayLeave = target.includes('..', root.length) && parentPart.test(target.slice(root.length));
  if (!isInside || mayLeave) throw unsafePath(target, `lies outside ${destination}`);
}
