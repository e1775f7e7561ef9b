import { ArchiveError, type Codec, type FormatHandle, type FormatPlugin } from '@packwright/core';
import { currentPrograms } from '../programs/current-programs.ts';
import { ProgramLoader } from '../programs/program-loader.ts';
import { disagreement, exportedPlugins, pluginFault } from './check-plugin.ts';
import type { ManifestFormat } from './plugin-manifest.ts';
import { rememberModule } from './plugin-modules.ts';
import type { PluginPackage } from './plugin-package.ts';
import { programPath } from './program-url.ts';

/** A format that was found in an installed package; its code is loaded when it is needed. */
export interface DiscoveredFormat extends FormatHandle {
  readonly package: string;
  readonly version: string | undefined;
  /** Folder of the package. */
  readonly path: string;
  readonly moduleUrl: string;
  /** The plugin; `PLUGIN_INVALID` with package, path and cause when it cannot be used. */
  load(): Promise<FormatPlugin>;
}

/** A handle for one format of a package. */
export function discoveredFormat(found: PluginPackage, format: ManifestFormat): DiscoveredFormat {
  let loading: Promise<FormatPlugin> | undefined;
  return {
    ...format,
    package: found.name,
    version: found.version,
    path: found.path,
    moduleUrl: found.moduleUrl,
    load: () => {
      loading ??= loadFormat(found, format);
      return loading;
    },
  };
}

async function loadFormat(found: PluginPackage, format: ManifestFormat): Promise<FormatPlugin> {
  const program = currentPrograms() === undefined ? undefined : found.programUrl;
  const plugins = await importPlugins(program ?? found.moduleUrl, found.name, found.path);
  const plugin = plugins.find(({ id }) => id === format.id);
  if (plugin === undefined) {
    const ids = plugins.map(({ id }) => id).join(', ') || 'nothing';
    throw invalidPlugin(found.name, found.path, `it exports ${ids}, its package.json promises ${format.id}`);
  }
  const difference = disagreement(plugin, format);
  if (difference !== undefined) throw invalidPlugin(found.name, found.path, difference);
  // Threads always use programs: what they share with others is plain data.
  if (found.programUrl !== undefined) rememberModule(plugin, found.programUrl);
  return plugin;
}

/** Runs a module and gives its plugins, each of the right shape; `PLUGIN_INVALID` otherwise. */
export async function importPlugins(
  moduleUrl: string,
  name: string,
  path: string,
): Promise<readonly FormatPlugin[]> {
  const module = await importModule(moduleUrl, name, path);
  const plugins = exportedPlugins(module);
  const fault =
    plugins.length === 0 ? 'it has no default export' : plugins.map(pluginFault).find((found) => found);
  if (fault !== undefined) throw invalidPlugin(name, path, fault);
  for (const plugin of plugins as readonly FormatPlugin[]) rememberModule(plugin, moduleUrl);
  return plugins as readonly FormatPlugin[];
}

/** Runs a module of a plugin. */
async function importModule(moduleUrl: string, name: string, path: string): Promise<unknown> {
  const program = programPath(moduleUrl);
  try {
    if (program === undefined) return await import(moduleUrl);
    return (currentPrograms() ?? new ProgramLoader((url) => import(url))).load(program);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidPlugin(name, path, `it fails while it is loaded: ${reason}`, error);
  }
}

/** Runs a module and gives the codecs of its plugins. */
export async function importCodecs(moduleUrl: string, name: string): Promise<readonly Codec[]> {
  const plugins = await importPlugins(moduleUrl, name, moduleUrl);
  return plugins.flatMap((plugin) => plugin.codecs ?? []);
}

function invalidPlugin(name: string, path: string, cause: string, error?: unknown): ArchiveError {
  return new ArchiveError('PLUGIN_INVALID', `The plugin ${name} cannot be used: ${cause}.`, {
    path,
    help: 'Update or remove the package, or leave it out with --no-plugins.',
    cause: error,
  });
}
