import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemCode } from '../files/system-error.ts';
import { packageEntry } from './package-entry.ts';
import { isRecord, type ManifestFormat, parseManifest } from './plugin-manifest.ts';
import { programUrl } from './program-url.ts';

/** A package that says it has formats. */
export interface PluginPackage {
  readonly name: string;
  readonly version: string | undefined;
  /** Its folder, links resolved. */
  readonly path: string;
  /** Its module, as a URL for `import`. */
  readonly moduleUrl: string;
  /** The same as a program, where it has one: see `programUrl`. */
  readonly programUrl: string | undefined;
  readonly formats: readonly ManifestFormat[];
}

/** A package that wants to be a plugin and cannot be used, and why. */
export interface RefusedPlugin {
  readonly package: string;
  readonly path: string;
  /** The end of a sentence that begins with the package's name and a colon. */
  readonly cause: string;
  /** The format concerned, where it is not the whole package. */
  readonly format?: string | undefined;
}

/** What a folder holds: a plugin package, one to be refused, or nothing of interest. Runs no code. */
export function readPluginPackage(folder: string): PluginPackage | RefusedPlugin | undefined {
  const text = readManifestText(join(folder, 'package.json'));
  // Most packages are no plugins, and looking for the word is far quicker than parsing.
  if (text === undefined || !text.includes('"packwright"')) return undefined;
  const path = realpathSync(folder);
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return undefined;
  const { name, version, packwright } = manifest;
  if (packwright === undefined) return undefined;
  const known = typeof name === 'string' ? name : path;
  const refuse = (cause: string): RefusedPlugin => ({ package: known, path, cause });
  const parsed = parseManifest(packwright);
  if ('fault' in parsed) return refuse(parsed.fault);
  const entry = packageEntry(manifest);
  if ('fault' in entry) return refuse(entry.fault);
  const urlOf = (file: string): string => pathToFileURL(join(path, file)).href;
  return {
    name: known,
    version: typeof version === 'string' ? version : undefined,
    path,
    moduleUrl: urlOf(entry.file),
    programUrl: parsed.program === undefined ? undefined : programUrl(join(path, parsed.program)),
    formats: parsed.formats,
  };
}

function readManifestText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Anything may lie in a node_modules; what cannot be read is no plugin.
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
