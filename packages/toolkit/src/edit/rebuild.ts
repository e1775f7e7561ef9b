import {
  type Archive,
  type ByteSink,
  type Change,
  createArchive,
  type Finding,
  type WriteEntry,
} from '@packwright/core';
import { passingSource } from './passing-source.ts';

/** The entries of an archive after changes, as a writer takes them. */
export async function changedEntries(archive: Archive, changes: readonly Change[]): Promise<WriteEntry[]> {
  const byEntry = new Map(
    changes.flatMap((change) => (change.kind === 'add' ? [] : [[change.entry, change] as const])),
  );
  const entries: WriteEntry[] = [];
  for (const entry of archive.entries()) {
    const change = byEntry.get(entry.index);
    if (change?.kind === 'remove') continue;
    const path = change?.kind === 'rename' ? change.path : entry.path;
    const hash = entry.named || change?.kind === 'rename' ? undefined : entry.hash;
    const shared = { path, hash, attributes: entry.row.attributes };
    if (entry.kind === 'directory') entries.push({ ...shared, kind: 'directory' });
    else if (change?.kind === 'replace') entries.push({ ...shared, content: change.content });
    else entries.push({ ...shared, content: await passingSource(entry) });
  }
  for (const change of changes) {
    if (change.kind !== 'add') continue;
    const { path } = change;
    entries.push(change.directory ? { kind: 'directory', path } : { path, content: change.content });
  }
  return entries;
}

/** Writes an archive anew with changes, in its own style. */
export async function rebuildArchive(
  archive: Archive,
  changes: readonly Change[],
  sink: ByteSink,
  findings: Finding[],
  signal?: AbortSignal | undefined,
): Promise<number> {
  const report = await createArchive(archive.plugin, await changedEntries(archive, changes), sink, {
    options: { ...archive.index.writeOptions },
    keys: archive.reading.keys,
    limits: archive.reading.limits,
    budget: archive.reading.budget,
    name: archive.source.name,
    signal,
  });
  findings.push(...report.findings);
  return report.size;
}
