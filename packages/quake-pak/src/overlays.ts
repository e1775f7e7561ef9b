import type { OverlayRules } from '@packwright/core';
import { applyEmptyArchives } from './empty-archives.ts';
import { type EngineProfile, engineOptions, engines } from './engines.ts';
import { checkRegistered } from './registered.ts';
import { planSearchPath } from './search-path.ts';

/** The search rules of the engines, by engine. */
export const overlays: readonly OverlayRules[] = engines.map(toRules);

function toRules(engine: EngineProfile): OverlayRules {
  const { id, title, registered, emptyArchive } = engine;
  const rules: OverlayRules = {
    id,
    title,
    options: engineOptions(engine),
    plan: (listing, options) => planSearchPath(engine, listing, options),
  };
  if (registered === 'ignored' && emptyArchive === 'fine') return rules;
  return {
    ...rules,
    refine: async (plan, lookup, inspect) => {
      const loaded = await applyEmptyArchives(engine, plan, inspect);
      return registered === 'ignored' ? loaded : checkRegistered(engine, loaded, lookup, inspect);
    },
  };
}
