import type { Archive } from '@packwright/core';

/** Each entry of an archive in one line that tells path, kind and content apart, in the order of the table. */
export async function describeContents(archive: Archive): Promise<string[]> {
  const found: string[] = [];
  for (const entry of archive.entries()) {
    const content = entry.kind === 'directory' ? undefined : await entry.bytes();
    found.push(describeContent(entry.path, entry.kind, content));
  }
  return found;
}

/** One entry in one line. */
export function describeContent(path: string, kind: string, content: Uint8Array | undefined): string {
  return kind === 'directory'
    ? `${path} (${kind})`
    : `${path} (${kind}, ${content?.length} bytes, sum ${sumOf(content)})`;
}

/** A sum that the order of bytes changes: enough to tell contents apart in one line. */
function sumOf(bytes: Uint8Array = new Uint8Array(0)): string {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16);
}
