import type { Finding, OptionValues, WriteEntry } from '@packwright/core';
import { largestOffset, usualNameLimit } from './layout.ts';
import type { WriteOptions } from './options.ts';
import { planChunks } from './plan-chunks.ts';

/** What must be refused or mentioned before a pack of these entries is written. */
export function checkPack(
  entries: readonly WriteEntry[],
  options: OptionValues<WriteOptions>,
): readonly Finding[] {
  const findings = entries.flatMap((entry, number) => checkFile(entry, number, options));
  if (findings.some(({ severity }) => severity === 'error')) return findings;
  return [...findings, ...checkRepeats(entries), ...checkWhole(entries, options)];
}

/** What must be refused or mentioned about one entry. */
export function checkFile(
  { kind, path }: WriteEntry,
  entry: number,
  options: OptionValues<WriteOptions>,
): readonly Finding[] {
  const shown = JSON.stringify(path);
  if (kind === 'directory') {
    const message = `The folder ${shown} is left out: a pack has no folders of their own.`;
    return [{ severity: 'warning', code: 'folder-dropped', message, entry, path }];
  }
  const limit = options.nameLimit ?? usualNameLimit;
  if (!/^[ -~]+$/.test(path)) {
    const message = `The name ${shown} is not made of printable ASCII characters, which games expect.`;
    return [{ severity: 'error', code: 'name-not-ascii', message, entry, path }];
  }
  if (path.length > limit) {
    const message = `The name ${shown} has ${path.length} bytes, expected at most ${limit}.`;
    return [{ severity: 'error', code: 'name-too-long', message, entry, path }];
  }
  return [];
}

function checkRepeats(entries: readonly WriteEntry[]): readonly Finding[] {
  const seen = new Set<string>();
  return entries.flatMap(({ kind, path }, entry): readonly Finding[] => {
    if (kind === 'directory' || !seen.has(path)) {
      seen.add(path);
      return [];
    }
    const message = `The name ${JSON.stringify(path)} is there twice: the first one wins.`;
    return [{ severity: 'warning', code: 'duplicate-name', message, entry, path }];
  });
}

function checkWhole(entries: readonly WriteEntry[], options: OptionValues<WriteOptions>): readonly Finding[] {
  const { size, chunks } = planChunks(entries, options);
  const findings: Finding[] = [];
  if (size > largestOffset) {
    const message = `The archive would have ${size} bytes, expected at most ${largestOffset}: its offsets have 32 bits.`;
    findings.push({ severity: 'error', code: 'archive-too-large', message });
  }
  if (chunks[0]?.files.length === 0) {
    const message = 'The archive would have no files; such a pack cannot be told from other files.';
    findings.push({ severity: 'warning', code: 'archive-empty', message });
  }
  return findings;
}
