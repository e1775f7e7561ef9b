import {
  type Archive,
  ArchiveError,
  type ByteSource,
  type Finding,
  type PartWriter,
  resolveOptions,
  type UpdateContext,
} from '@packwright/core';

/** What a format's `update` and `companions` are given for an open archive. */
export async function makeUpdateContext(
  archive: Archive,
  findings: Finding[],
  parts: () => PartWriter,
  signal: AbortSignal | undefined,
): Promise<UpdateContext> {
  const { plugin, index, reading } = archive;
  const contents = new Map<number, ByteSource>();
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
    content: (entry) => {
      const known = contents.get(entry);
      if (known !== undefined) return known;
      const source = lazyContent(archive, entry);
      contents.set(entry, source);
      return source;
    },
  };
}

/** The decoded content of an entry whose size the table tells; opened at the first read. */
function lazyContent(archive: Archive, number: number): ByteSource {
  const entry = archive.entry(number);
  const { size } = entry;
  if (size === undefined) {
    throw new ArchiveError('PLUGIN_INVALID', `The size of ${JSON.stringify(entry.path)} is not known yet.`);
  }
  let source: Promise<ByteSource> | undefined;
  return {
    size,
    name: entry.path,
    read: async (offset, length, options) => {
      source ??= entry.source();
      return (await source).read(offset, length, options);
    },
  };
}
