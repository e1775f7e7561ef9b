import type { Finding } from '@packwright/core';

/** Tells of a path that begins at the root: the separator is left out, so the file lands below the destination. */
export function noteLeadingSeparator(path: string): Finding | undefined {
  if (!/^[/\\]/.test(path)) return undefined;
  return {
    severity: 'warning',
    code: 'path-leading-separator',
    message: `The path ${JSON.stringify(path)} begins with a separator, which is left out.`,
    path,
  };
}
