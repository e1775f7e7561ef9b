import { ArchiveError } from '@packwright/core';

/** As many bytes as one name may have on the common file systems. */
const longestName = 255;

/** Refuses names that no common file system takes, and paths over the caller's limit. */
export function refuseLongNames(path: string, parts: readonly string[], longestPath: number): void {
  let total = parts.length - 1;
  for (const part of parts) {
    const length = Buffer.byteLength(part);
    total += length;
    if (length <= longestName) continue;
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `A name in the path ${shorten(path)} has ${length} bytes, a file name can have ${longestName}.`,
      { path, help: 'The entry is left out; read it with `cat` if you need its bytes.' },
    );
  }
  if (total <= longestPath) return;
  throw new ArchiveError(
    'LIMIT_EXCEEDED',
    `The path ${shorten(path)} has ${total} bytes, the limit is ${longestPath}.`,
    { path, help: 'Raise it with --limit-name-length if you trust the archive.' },
  );
}

function shorten(path: string): string {
  return JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path);
}
