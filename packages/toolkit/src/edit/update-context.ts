import {
  type Archive,
  type Finding,
  type PartWriter,
  resolveOptions,
  type UpdateContext,
} from '@packwright/core';

/** What a format's `update` and `companions` are given for an open archive. */
export function makeUpdateContext(
  archive: Archive,
  findings: Finding[],
  parts: () => PartWriter,
  signal: AbortSignal | undefined,
): UpdateContext {
  const { plugin, index, reading } = archive;
  return {
    options: resolveOptions(plugin.writer?.options ?? {}, index.writeOptions ?? {}, `writing ${plugin.id}`),
    keys: reading.keys,
    limits: reading.limits,
    name: archive.source.name,
    signal,
    source: archive.source,
    report: (finding) => findings.push(finding),
    placed: () => parts().settle(),
    path: (entry) => archive.path(entry),
    content: (entry) => archive.entry(entry).source(),
  };
}
