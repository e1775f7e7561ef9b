import type { Codec } from '@packwright/core';

/** The codecs of a plugin's module; none when there is no module to import. */
export async function importCodecs(moduleUrl: string | undefined, name: string): Promise<readonly Codec[]> {
  if (moduleUrl === undefined) return [];
  // Loaded only where it is needed, because a thread that starts sooner does more of the work.
  const { importPlugins } = await import('../discovery/discovered-format.ts');
  const plugins = await importPlugins(moduleUrl, name, moduleUrl);
  return plugins.flatMap((plugin) => plugin.codecs ?? []);
}
