import { type Archive, BytesSink, BytesSource, openArchive } from '@packwright/core';
import { type EditPlan, type EditRequest, planEdit, rebuildArchive } from '@packwright/toolkit';
import plugins from '../../src/index.ts';

/** An archive after an edit, and how it was done. */
export interface Edited {
  readonly archive: Archive;
  readonly bytes: Uint8Array;
  readonly plan: EditPlan;
}

/** Edits an archive in memory by nested paths. */
export async function edit(
  bytes: Uint8Array,
  name: string,
  requests: readonly EditRequest[],
): Promise<Edited> {
  const options = { formats: plugins };
  const archive = await openArchive(new BytesSource(bytes.slice(), name), options);
  const plan = await planEdit(archive, requests, options);
  const result = await finish(archive, plan);
  const again = await openArchive(new BytesSource(result, name), options);
  await plan.close();
  return { archive: again, bytes: result, plan };
}

async function finish(archive: Archive, plan: EditPlan): Promise<Uint8Array> {
  if (plan.patches !== undefined) {
    const source = plan.patches.result();
    return (await source.read(0, source.size)).slice();
  }
  const sink = new BytesSink();
  await rebuildArchive(archive, plan.rewrite?.changes ?? [], sink, []);
  return sink.bytes().slice();
}
