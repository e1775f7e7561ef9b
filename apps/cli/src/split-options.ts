import {
  type ByteSource,
  detectFormat,
  type FormatPlugin,
  type OpenOptions,
  toHandle,
} from '@packwright/core';

/** Options for opening with those of `--option` that the format has for reading; the others are for writing. */
export async function withReadOptions(source: ByteSource, options: OpenOptions): Promise<OpenOptions> {
  const { formats, format, signal, onPluginFailure } = options;
  const { plugin } = await detectFormat(source, formats.map(toHandle), format, signal, onPluginFailure);
  const known = Object.entries(options.options ?? {}).filter(([name]) => Object.hasOwn(plugin.options, name));
  return { ...options, options: Object.fromEntries(known) };
}

/** Those of `--option` that are for writing: all that the format has for that, or has not at all. */
export function writeOptionsOf(
  plugin: FormatPlugin,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const isForWriting = (name: string): boolean =>
    Object.hasOwn(plugin.writer?.options ?? {}, name) || !Object.hasOwn(plugin.options, name);
  return Object.fromEntries(Object.entries(given).filter(([name]) => isForWriting(name)));
}
