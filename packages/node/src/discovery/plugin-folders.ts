import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { systemCode } from '../files/system-error.ts';

/**
 * Every `node_modules` that encloses a file, nearest first. The file is looked at as it is called, as each link on
 * the way to it says, and as it really lies: a linked command (`npm link`, `npm i -g`) has plugins at all of these.
 */
export function enclosingNodeModules(files: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const file of files.flatMap(spellings)) {
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const candidate = basename(folder) === 'node_modules' ? folder : join(folder, 'node_modules');
      if (isFolder(candidate)) found.add(realpathSync(candidate));
      if (folder === dirname(folder)) break;
    }
  }
  return [...found];
}

/** The names of the packages in a `node_modules`, scoped ones too, in the order of their names. */
export function packagesIn(nodeModules: string): readonly string[] {
  const names: string[] = [];
  for (const name of listFolder(nodeModules)) {
    if (name.startsWith('.')) continue;
    if (!name.startsWith('@')) names.push(name);
    else names.push(...listFolder(join(nodeModules, name)).map((scoped) => `${name}/${scoped}`));
  }
  return names.sort();
}

/** The names in a folder; none when it cannot be read, as no plugin can be loaded from there either. */
function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

/** A path, what its links say step by step, and where it really is. */
function spellings(file: string): readonly string[] {
  const paths = [resolve(file)];
  for (let at = paths[0]; at !== undefined && isLink(at) && paths.length < 40; at = paths.at(-1)) {
    paths.push(resolve(dirname(at), readlinkSync(at)));
  }
  const last = paths.at(-1);
  if (last !== undefined && statSync(last, { throwIfNoEntry: false }) !== undefined)
    paths.push(realpathSync(last));
  return paths;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
