import { statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ArchiveError, type FormatHandle, toHandle } from '@packwright/core';
import { discoveredFormat, importPlugins } from './discovered-format.ts';
import { enclosingNodeModules } from './plugin-folders.ts';
import { readPluginPackage } from './plugin-package.ts';

/**
 * The formats of a plugin that the user names: a path to a package folder or to a module (`./my-plugin`,
 * `/path/plugin.js`), or a package installed around the program. Its code runs now, and any fault is `PLUGIN_INVALID`.
 */
export async function loadPlugin(named: string, from: string | URL): Promise<readonly FormatHandle[]> {
  const path =
    /^\.\.?([/\\]|$)/.test(named) || isAbsolute(named) ? resolve(named) : installedPackage(named, from);
  const stat = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || stat === undefined) {
    throw new ArchiveError('PLUGIN_INVALID', `The plugin ${JSON.stringify(named)} was not found.`, {
      help: 'Give the name of a package installed beside the program, or a path that begins with ./ or /.',
    });
  }
  if (stat.isFile()) return (await importPlugins(pathToFileURL(path).href, named, path)).map(toHandle);
  const found = readPluginPackage(path);
  if (found === undefined || 'cause' in found) {
    const cause = found?.cause ?? 'it has no package.json with the field "packwright"';
    throw new ArchiveError('PLUGIN_INVALID', `The plugin ${named} cannot be used: ${cause}.`, { path });
  }
  const formats = found.formats.map((format) => discoveredFormat(found, format));
  for (const format of formats) await format.load();
  return formats;
}

/** The folder of a package in the nearest `node_modules` that has it. */
function installedPackage(name: string, from: string | URL): string | undefined {
  if (!/^(@[^@/\\]+\/)?[^@./\\][^/\\]*$/.test(name)) return undefined;
  return enclosingNodeModules([fileURLToPath(from)])
    .map((root) => join(root, name))
    .find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
}
