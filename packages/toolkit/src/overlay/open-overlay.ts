import { ArchiveError, type OptionSchema, type OptionValues, type OverlayRules } from '@packwright/core';
import { type OverlayOpener, OverlayTree } from './overlay-tree.ts';

/** Applies a game's search rules to a folder: the plan first, then the changes that a look into it brings. */
export async function openOverlay<O extends OptionSchema>(
  rules: OverlayRules<O>,
  files: readonly string[],
  options: OptionValues<O>,
  opener: OverlayOpener,
): Promise<OverlayTree> {
  const plan = rules.plan({ files }, options);
  const first = await OverlayTree.open(plan, opener);
  if (rules.refine === undefined) return first;
  const lookup = async (name: string): Promise<Uint8Array | undefined> => {
    const [file] = first.which(name);
    if (file === undefined) return undefined;
    const source = await first.read(file);
    try {
      return await source.read(0, source.size);
    } finally {
      await source.close?.();
    }
  };
  const inspect = async (path: string) => {
    try {
      return (await opener.openArchive(path)).index.attributes ?? {};
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      return undefined;
    }
  };
  const refined = await rules.refine(plan, lookup, inspect);
  return refined === plan ? first : OverlayTree.open(refined, opener);
}
