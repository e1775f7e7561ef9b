import type { FormatHandle, FormatPlugin, Keys } from '@packwright/core';
import { type KeyStatus, statusOf } from './key-report.ts';
import { loadPlugins, type OnPluginFailure } from './load-plugins.ts';

/** A key that an installed format may need, and whether the user has given it. */
export interface ListedKey extends KeyStatus {
  readonly format: string;
  readonly isThere: boolean;
}

/** All keys that formats may need. */
export async function listKeys(
  keys: Keys,
  formats: readonly (FormatPlugin | FormatHandle)[],
  onPluginFailure?: OnPluginFailure,
): Promise<readonly ListedKey[]> {
  const listed: ListedKey[] = [];
  for (const plugin of await loadPlugins(formats, onPluginFailure)) {
    for (const requirement of plugin.keys ?? []) {
      const isThere = (await keys.get(requirement.id)) !== undefined;
      const pieces = requirement.pieces?.length ?? 0;
      listed.push({ ...statusOf(requirement, isThere ? pieces : 0), format: plugin.id, isThere });
    }
  }
  return listed;
}
