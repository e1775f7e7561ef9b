import { type Codec, CodecRegistry, type CodecStep, type FormatPlugin } from '@packwright/core';
import { moduleOf } from '../discovery/plugin-modules.ts';

/** Tells which steps another thread can run: it has core's codecs, and those of a plugin whose module is known. */
export class PortableCodecs {
  /** The module that a thread imports to have the plugin's codecs. */
  readonly moduleUrl: string | undefined;
  readonly #core = new CodecRegistry();
  readonly #own: readonly Codec[];

  constructor(plugin: FormatPlugin) {
    this.moduleUrl = plugin.codecs === undefined ? undefined : moduleOf(plugin);
    this.#own = this.moduleUrl === undefined ? [] : (plugin.codecs ?? []);
  }

  /** Whether every step is portable. Keys stay where they are: a step that needs one is not. */
  accept(
    steps: readonly CodecStep[],
    registry: { has(id: string): boolean; get(id: string): Codec },
  ): boolean {
    return steps.every(({ codec, key }) => {
      if (key !== undefined || !registry.has(codec)) return false;
      const used = registry.get(codec);
      // By identity: a codec that the caller plugged in under a known id is another one.
      return this.#own.includes(used) || (this.#core.has(codec) && this.#core.get(codec) === used);
    });
  }
}
