import type { FormatHandle, FormatPlugin, Keys } from '@packwright/core';
import { readKeyFiles } from './key-files.ts';
import { KeyStore } from './key-store.ts';
import { loadPlugins, type OnPluginFailure } from './load-plugins.ts';

/** How keys are opened. */
export interface OpenKeysOptions {
  /** Default: the store in the user's configuration folder. */
  readonly store?: KeyStore | undefined;
  readonly onPluginFailure?: OnPluginFailure | undefined;
}

/**
 * The user's keys: those of the given key files and folders (a later one wins), then those of the store. The files are
 * read now, the store when a key is first asked for.
 */
export async function openKeys(
  paths: readonly string[],
  formats: readonly (FormatPlugin | FormatHandle)[],
  options: OpenKeysOptions = {},
): Promise<Keys> {
  const store = options.store ?? new KeyStore();
  const given = new Map<string, Uint8Array>();
  const plugins = paths.length === 0 ? [] : await loadPlugins(formats, options.onPluginFailure);
  for (const path of paths) for (const [id, key] of readKeyFiles(path, plugins)) given.set(id, key);
  return { get: (id) => given.get(id) ?? store.keys().get(id) };
}
