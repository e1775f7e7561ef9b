import type { Finding, WriteEntry } from '@packwright/core';

const longestName = 255;
const largestFile = 0xffffffff;

/** What the format cannot hold. */
export function checkEntries(entries: readonly WriteEntry[]): readonly Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const [entry, { path, kind, content }] of entries.entries()) {
    const refuse = (code: string, message: string): void => {
      findings.push({ severity: 'error', code, message, entry, path });
    };
    const shown = JSON.stringify(path.slice(0, 60));
    const isName = path.length > 0 && path.length <= longestName && /^[\x20-\x7e]*$/.test(path);
    if (!isName)
      refuse('name-unsound', `Found the name ${shown}, expected 1 to ${longestName} characters of ASCII.`);
    if (kind !== 'directory' && content === undefined) refuse('content-missing', `${shown} has no content.`);
    if ((content?.size ?? 0) > largestFile) refuse('file-too-large', `${shown} has ${content?.size} bytes.`);
    if (seen.has(path)) {
      const message = `The name ${shown} occurs more than once; the first one wins.`;
      findings.push({ severity: 'note', code: 'duplicate-name', message, entry, path });
    }
    seen.add(path);
  }
  return findings;
}
