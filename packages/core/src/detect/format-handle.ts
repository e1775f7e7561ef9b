import type { Awaitable } from '../contract/awaitable.ts';
import type { FormatPlugin, Signature } from '../contract/format-plugin.ts';

/** A format that may not be loaded yet: what its manifest says, and a way to get the plugin. */
export interface FormatHandle {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly signatures: readonly Signature[];
  load(): Awaitable<FormatPlugin>;
}

/** A handle for a plugin that is there already; a handle is given back as it is. */
export function toHandle(format: FormatPlugin | FormatHandle): FormatHandle {
  if ('load' in format) return format;
  const { id, title, extensions, signatures } = format;
  return { id, title, extensions, signatures, load: () => format };
}
