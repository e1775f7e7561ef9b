import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DiscoveredFormat, discoveredFormat } from './discovered-format.ts';
import { enclosingNodeModules, packagesIn } from './plugin-folders.ts';
import { type PluginPackage, type RefusedPlugin, readPluginPackage } from './plugin-package.ts';

/** What was found: formats to use, in the order nearest first, and packages that cannot be used. */
export interface Discovery {
  readonly formats: readonly DiscoveredFormat[];
  readonly refused: readonly RefusedPlugin[];
}

/**
 * Finds the format plugins installed around a program: in every `node_modules` that encloses its file (give
 * `import.meta.url`, and the path it was called by when that may be a link). Only `package.json` files are read; no
 * code runs, and the current directory does not matter.
 */
export function discoverPlugins(from: string | URL, calledBy?: string | undefined): Discovery {
  const files = [fileURLToPath(from), ...(calledBy === undefined ? [] : [calledBy])];
  const packages: PluginPackage[] = [];
  const refused: RefusedPlugin[] = [];
  for (const found of pluginPackages(enclosingNodeModules(files))) {
    if ('cause' in found) refused.push(found);
    else packages.push(found);
  }
  const formats = packages.flatMap((found) => found.formats.map((format) => discoveredFormat(found, format)));
  const claims = groupById(formats);
  for (const [id, rivals] of claims) {
    if (rivals.length > 1) refused.push(...rivals.map((rival) => refuseClaim(rival, id, rivals)));
  }
  return { formats: formats.filter(({ id }) => claims.get(id)?.length === 1), refused };
}

/** The plugin packages of some `node_modules`, each once; of two with one name the nearer one counts, as for Node. */
function* pluginPackages(
  roots: readonly string[],
): Generator<PluginPackage | RefusedPlugin, void, undefined> {
  const nearest = new Map<string, string>();
  for (const root of roots) {
    for (const name of packagesIn(root)) {
      const found = readPluginPackage(join(root, name));
      if (found === undefined) continue;
      const known = nearest.get(name);
      if (known === undefined) yield found;
      else if (known !== found.path) {
        yield {
          package: name,
          path: found.path,
          cause: `the copy in ${known} is nearer to the program and is used`,
        };
      }
      nearest.set(name, known ?? found.path);
    }
  }
}

function refuseClaim(
  format: DiscoveredFormat,
  id: string,
  rivals: readonly DiscoveredFormat[],
): RefusedPlugin {
  const others = rivals
    .filter((rival) => rival !== format)
    .map((rival) => `${rival.package} (${rival.path})`);
  return {
    package: format.package,
    path: format.path,
    cause: `the format ${id} is also claimed by ${others.join(' and ')}; choose one with --plugin`,
    format: id,
  };
}

function groupById(formats: readonly DiscoveredFormat[]): Map<string, DiscoveredFormat[]> {
  const groups = new Map<string, DiscoveredFormat[]>();
  for (const format of formats) groups.set(format.id, [...(groups.get(format.id) ?? []), format]);
  return groups;
}
