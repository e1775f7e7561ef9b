import type { Archive } from '@packwright/core';

/** What JSON tells of an archive. */
export function archiveJson(path: string, archive: Archive): Record<string, unknown> {
  const { format, variant, source, length, index } = archive;
  return { path, format, variant, size: source.size, entryCount: length, attributes: index.attributes ?? {} };
}
