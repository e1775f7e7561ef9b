import type { Stats } from 'node:fs';
import { ArchiveError } from '@packwright/core';

/** Refuses a folder below the destination that is a link: files would land wherever it leads. */
export function refuseLinkedParent(stat: Stats, path: string): void {
  if (!stat.isSymbolicLink()) return;
  throw new ArchiveError('PATH_UNSAFE', `The folder ${JSON.stringify(path)} in the destination is a link.`, {
    help: 'Remove the link, or choose another destination.',
  });
}
