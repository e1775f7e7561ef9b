import { ArchiveError, type FormatHandle, type FormatPlugin, toHandle } from '@packwright/core';

/** Told of a plugin that cannot be loaded; the others are used all the same. */
export type OnPluginFailure = (error: ArchiveError) => void;

/** Loads the plugins of formats. */
export async function loadPlugins(
  formats: readonly (FormatPlugin | FormatHandle)[],
  onFailure: OnPluginFailure | undefined,
): Promise<readonly FormatPlugin[]> {
  const plugins: FormatPlugin[] = [];
  for (const format of formats) {
    try {
      plugins.push(await toHandle(format).load());
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      onFailure?.(error);
    }
  }
  return plugins;
}
