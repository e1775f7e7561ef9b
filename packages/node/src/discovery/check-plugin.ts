import type { FormatPlugin } from '@packwright/core';
import { contractVersion, describe, isRecord, type ManifestFormat } from './plugin-manifest.ts';

/** The plugins that a module exports by default: one, or a list. */
export function exportedPlugins(module: unknown): readonly unknown[] {
  const exported = isRecord(module) ? module.default : undefined;
  return Array.isArray(exported) ? exported : exported === undefined ? [] : [exported];
}

/** What is wrong with the shape of a plugin; absent when nothing is. */
export function pluginFault(plugin: unknown): string | undefined {
  if (!isRecord(plugin)) return `its default export is ${describe(plugin)}, expected a plugin`;
  if (plugin.contract !== contractVersion) {
    return `its plugin is made for contract ${describe(plugin.contract)}, this program has contract ${contractVersion}`;
  }
  for (const [member, type] of Object.entries(shape)) {
    if (!type.fits(plugin[member])) {
      return `its plugin has the ${member} ${describe(plugin[member])}, expected ${type.title}`;
    }
  }
  return undefined;
}

/** What a loaded plugin says otherwise than its package; absent when they agree. */
export function disagreement(plugin: FormatPlugin, manifest: ManifestFormat): string | undefined {
  for (const member of ['extensions', 'signatures'] as const) {
    const loaded = canonical(plugin[member]);
    const promised = canonical(manifest[member]);
    if (loaded !== promised)
      return `its plugin has the ${member} ${loaded}, its package.json says ${promised}`;
  }
  return undefined;
}

const text = { title: 'a text', fits: (value: unknown) => typeof value === 'string' && value !== '' };
const list = { title: 'a list', fits: (value: unknown) => Array.isArray(value) };
const record = { title: 'an object', fits: isRecord };
const method = { title: 'a function', fits: (value: unknown) => typeof value === 'function' };
const shape = {
  id: text,
  title: text,
  extensions: list,
  signatures: list,
  options: record,
  detect: method,
  open: method,
};

function canonical(items: readonly unknown[]): string {
  return `[${items
    .map((item) => (isRecord(item) ? JSON.stringify(Object.entries(item).sort()) : JSON.stringify(item)))
    .sort()
    .join(', ')}]`;
}
