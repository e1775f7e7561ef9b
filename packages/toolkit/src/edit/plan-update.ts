import {
  type Archive,
  ArchiveError,
  type ByteSource,
  type Change,
  codecContext,
  type Finding,
  PartWriter,
  SliceSource,
  type StoredExtent,
  writeParts,
} from '@packwright/core';
import { PatchSet } from './patch-set.ts';
import { makeUpdateContext } from './update-context.ts';
import { UpdatePlacement } from './update-placement.ts';

/** Writes that change an archive in place, or why its layout forbids that. */
export type UpdatePlan =
  | { readonly patches: PatchSet; readonly changes: readonly Change[] }
  | { readonly rewrite: string; readonly changes: readonly Change[] };

/** Asks a format how changes are made in place; the changes it adds itself are among those of the result. */
export async function planUpdate(
  archive: Archive,
  wishes: readonly Change[],
  findings: Finding[],
  signal?: AbortSignal | undefined,
): Promise<UpdatePlan> {
  const { writer } = archive.plugin;
  let parts: PartWriter | undefined;
  const requireParts = (): PartWriter => {
    parts ??= openWriter([]);
    return parts;
  };
  const patches = new PatchSet(archive.source);
  const openWriter = (changes: readonly Change[]): PartWriter =>
    new PartWriter({
      sink: patches,
      placement: new UpdatePlacement(archive.index, changes, archive.source.size),
      sources: {
        content: (number) => contentOf(changes, number),
        stored: ({ offset, length }: StoredExtent) => new SliceSource(archive.source, offset, length),
      },
      codecs: { ...codecContext(archive.reading, signal), strict: true },
      budget: archive.reading.budget,
      signal,
    });
  const context = makeUpdateContext(archive, findings, requireParts, signal);
  try {
    const companions = (await writer?.companions?.(archive.index, wishes, context)) ?? [];
    const changes = [...wishes, ...companions];
    if (writer?.update === undefined) {
      return { rewrite: `Format ${archive.format} has no way to change an archive in place.`, changes };
    }
    await parts?.close();
    parts = openWriter(changes);
    const updated = await writer.update(archive.index, changes, context);
    if ('rewrite' in updated) return { rewrite: updated.rewrite, changes };
    await writeParts(archive.plugin, updated, parts, signal);
    return { patches, changes };
  } finally {
    await parts?.close();
  }
}

function contentOf(changes: readonly Change[], number: number): ByteSource {
  const change = changes[number];
  if (change !== undefined && 'content' in change && change.content !== undefined) return change.content;
  throw new ArchiveError(
    'PLUGIN_INVALID',
    `A part refers to the content of change ${number}, which has none.`,
  );
}
