import type { Finding, WriteEntry } from '@packwright/core';
import { FindingTally } from '@packwright/core';
import { maxU32 } from './layout.ts';
import { placeFiles } from './place-files.ts';
import { checkCount, checkName, refuseSize, refuseVariant } from './rules.ts';
import { layoutOf, stepsFor, type WriteValues } from './write-options.ts';

/** Everything that forbids the archive, and what engines would stumble over. */
export function checkEntries(entries: readonly WriteEntry[], options: WriteValues): readonly Finding[] {
  const findings: Finding[] = [];
  const tally = new FindingTally((finding) => findings.push(finding));
  const layout = layoutOf(options);
  const refuse = (code: string, message: string | undefined, number?: number): void => {
    if (message === undefined) return;
    const path = number === undefined ? undefined : entries[number]?.path;
    tally.add(code, () => ({ severity: 'error', message, entry: number, path }));
  };
  refuse('variant-experimental', refuseVariant(layout, options));
  const seen = new Set<string>();
  const sizes: number[] = [];
  let isExact = options.shareIdentical !== true;
  for (let number = 0; number < entries.length; number++) {
    const entry = entries[number];
    if (entry === undefined) continue;
    const { path, content } = entry;
    if (entry.kind === 'directory') {
      tally.add('directory-left-out', () => ({
        severity: 'note',
        message: `The folder ${JSON.stringify(path)} is not written: the format has files only.`,
        entry: number,
        path,
      }));
      continue;
    }
    checkName(entry, number, layout, options, tally);
    const known = seen.size;
    seen.add(path);
    if (seen.size === known && options.duplicates !== 'keep') {
      refuse(
        'duplicate-name',
        `The name ${JSON.stringify(path)} occurs twice; the option duplicates=keep allows it.`,
        number,
      );
    }
    const size = content?.size ?? 0;
    if (size > maxU32)
      refuse(
        'file-too-large',
        `${JSON.stringify(path)} has ${size} bytes, expected at most ${maxU32}.`,
        number,
      );
    sizes.push(size);
    if (stepsFor(layout, path, options) !== undefined) isExact = false;
  }
  checkCount(sizes.length, layout, options, tally);
  if (isExact) refuse('archive-too-large', refuseSize(placeFiles(layout, sizes, options).end, options));
  tally.finish();
  return findings;
}
