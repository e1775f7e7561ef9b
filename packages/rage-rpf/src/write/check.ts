import { ArchiveError, type Finding, type WriteEntry } from '@packwright/core';
import { refuseFileSize } from './file-parts.ts';
import { numberNodes } from './plan-node.ts';
import { readSettings, refuseOptions, type WriteOptionValues } from './settings.ts';
import { layOutTable } from './table-layout.ts';
import { planEntries } from './write.ts';

/** Everything that cannot be written, told before a byte is. */
export function checkEntries(entries: readonly WriteEntry[], options: WriteOptionValues): readonly Finding[] {
  const refusals = refuseOptions(options);
  if (refusals.length > 0)
    return refusals.map((message) => ({ severity: 'error', code: 'option-refused', message }));
  const settings = readSettings(options);
  const { version } = settings;
  const findings: Finding[] = [];
  try {
    layOutTable(numberNodes(planEntries(entries, settings).root, version.names), settings);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    const { path } = error.details;
    findings.push({ severity: 'error', code: 'entry-refused', message: error.message, path });
  }
  let stored = 0;
  for (const [entry, { path, content }] of entries.entries()) {
    const size = content?.size ?? 0;
    stored += size;
    const why = refuseFileSize(size, version);
    if (why === undefined) continue;
    const message = `The file ${JSON.stringify(path)} ${why}.`;
    findings.push({ severity: 'error', code: 'file-too-large', message, entry, path });
  }
  if (settings.packing === undefined && stored > version.offsetLimit + version.mostSize) {
    findings.push({
      severity: 'error',
      code: 'archive-too-large',
      message: `Found ${stored} bytes to store, expected offsets below ${version.offsetLimit} in version ${version.number}.`,
    });
  }
  return findings;
}
