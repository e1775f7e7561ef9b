import type { FormatPlugin } from '@packwright/core';

const modules = new WeakMap<FormatPlugin, string>();

/** Notes the module that workers import to have the codecs of a plugin. */
export function rememberModule(plugin: FormatPlugin, moduleUrl: string): void {
  modules.set(plugin, moduleUrl);
}

/** The module that has the codecs of a plugin, where it is known. */
export function moduleOf(plugin: FormatPlugin): string | undefined {
  return modules.get(plugin);
}
