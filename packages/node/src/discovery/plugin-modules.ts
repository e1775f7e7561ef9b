import type { FormatPlugin } from '@packwright/core';

const modules = new WeakMap<FormatPlugin, string>();

/** Notes the module that a plugin came from: workers get its codecs by importing it again. */
export function rememberModule(plugin: FormatPlugin, moduleUrl: string): void {
  modules.set(plugin, moduleUrl);
}

/** The module that a plugin came from, where it is known. */
export function moduleOf(plugin: FormatPlugin): string | undefined {
  return modules.get(plugin);
}
