import { statSync } from 'node:fs';
import type { FormatHandle, FormatPlugin, KeyRequirement } from '@packwright/core';
import { systemError } from '../files/system-error.ts';
import { assembleKey, checkRequirement } from './assemble-key.ts';
import { checkKey } from './check-key.ts';
import { readKeyFile, readKeyFiles } from './key-files.ts';
import { type ImportReport, statusOf } from './key-report.ts';
import { KeyStore } from './key-store.ts';
import { loadPlugins, type OnPluginFailure } from './load-plugins.ts';
import { type SearchOptions, searchFiles } from './search/search-files.ts';

/** How keys are imported. */
export interface ImportOptions extends SearchOptions {
  /** Default: the store in the user's configuration folder. */
  readonly store?: KeyStore | undefined;
  readonly onPluginFailure?: OnPluginFailure | undefined;
}

/**
 * Takes keys from the user's own files into the store: from key files, from folders of them, and from any other file,
 * such as a game's executable, by searching it for bytes with the digests that the plugins name. Tells which keys were
 * found, and never what they are.
 */
export async function importKeys(
  paths: readonly string[],
  formats: readonly (FormatPlugin | FormatHandle)[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  options.signal?.throwIfAborted();
  const store = options.store ?? new KeyStore();
  const plugins = await loadPlugins(formats, options.onPluginFailure);
  const requirements = plugins.flatMap((plugin) => plugin.keys ?? []);
  for (const requirement of requirements) checkRequirement(requirement);
  const before = store.keys();
  const { keys, others } = readPaths(paths, plugins);
  const imported = new Map<string, Uint8Array>();
  for (const requirement of requirements) {
    const key = keys.get(requirement.id);
    if (key === undefined) continue;
    checkKey(requirement, key);
    imported.set(requirement.id, key);
  }
  const isWanted = ({ id }: KeyRequirement): boolean => !imported.has(id) && !before.has(id);
  const wanted = requirements.filter((each) => each.pieces !== undefined && isWanted(each));
  const pieces = await searchPieces(others, wanted, options);
  for (const requirement of wanted) {
    const key = assembleKey(requirement, pieces);
    if (key !== undefined) imported.set(requirement.id, key);
  }
  if (imported.size > 0) store.add(imported);
  const known = requirements.filter(({ id }) => !imported.has(id) && before.has(id));
  return {
    imported: requirements
      .filter(({ id }) => imported.has(id))
      .map((each) => statusOf(each, each.pieces?.length ?? 0)),
    known: known.map((each) => statusOf(each, each.pieces?.length ?? 0)),
    missing: requirements.filter(isWanted).map((each) => statusOf(each, countFound(each, pieces))),
    searched: wanted.length === 0 ? 0 : others.reduce((sum, path) => sum + statSync(path).size, 0),
  };
}

/** The keys of all key files, and the files that are none. */
function readPaths(
  paths: readonly string[],
  plugins: readonly FormatPlugin[],
): { readonly keys: ReadonlyMap<string, Uint8Array>; readonly others: readonly string[] } {
  const keys = new Map<string, Uint8Array>();
  const others: string[] = [];
  for (const path of paths) {
    const found = isFolder(path) ? readKeyFiles(path, plugins) : readKeyFile(path, plugins);
    if (found === undefined) others.push(path);
    for (const [id, key] of found ?? []) keys.set(id, key);
  }
  return { keys, others };
}

/** The pieces of keys that are in some files, by digest. */
async function searchPieces(
  paths: readonly string[],
  requirements: readonly KeyRequirement[],
  options: SearchOptions,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const pieces = requirements.flatMap((each) => each.pieces ?? []);
  const sought = new Map(pieces.map(({ length, sha1 }) => [sha1, { length, sha1 }]));
  if (paths.length === 0) return new Map();
  const found = await searchFiles(paths, [...sought.values()], options);
  return new Map(found.map(({ sha1, bytes }) => [sha1, bytes]));
}

function countFound({ pieces = [] }: KeyRequirement, found: ReadonlyMap<string, Uint8Array>): number {
  return pieces.filter(({ sha1 }) => found.has(sha1)).length;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw systemError(error, 'SOURCE_FAILED', 'read', path);
  }
}
