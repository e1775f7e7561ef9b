import type { Awaitable } from '@packwright/core';

/** What stands between an archive and a path inside it. */
export const nestingMark = '!/';

/** A path that goes into archives: `outer!/a!/b`. */
export interface ArchivePath {
  /** Path of the outer archive on disk. */
  readonly outer: string;
  /** Paths inside, one for each archive on the way; the last may name any entry. */
  readonly inner: readonly string[];
}

/** Splits a path; the longest prefix that is a file is the outer archive. */
export async function parseArchivePath(
  text: string,
  isFile: (path: string) => Awaitable<boolean>,
): Promise<ArchivePath> {
  const segments = text.split(nestingMark);
  for (let count = segments.length; count > 1; count--) {
    const outer = segments.slice(0, count).join(nestingMark);
    if (await isFile(outer)) return { outer, inner: segments.slice(count).filter((part) => part !== '') };
  }
  const [outer = '', ...inner] = segments;
  return { outer, inner: inner.filter((part) => part !== '') };
}

/** The text of a path into archives. */
export function formatArchivePath({ outer, inner }: ArchivePath): string {
  return [outer, ...inner].join(nestingMark);
}
