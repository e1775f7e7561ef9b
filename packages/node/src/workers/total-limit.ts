import { ArchiveError, type Limits } from '@packwright/core';

/** Refuses more decoded bytes than one operation may give. */
export function checkTotal(bytes: number, limits: Pick<Limits, 'totalSize'>): void {
  if (bytes <= limits.totalSize) return;
  throw new ArchiveError(
    'LIMIT_EXCEEDED',
    `The entries come to at least ${bytes} bytes, the limit is ${limits.totalSize}.`,
    { help: 'Raise it with --limit-total-size if you trust the archive.' },
  );
}
