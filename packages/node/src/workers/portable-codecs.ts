import { type Codec, CodecRegistry, type CodecStep, type FormatPlugin } from '@packwright/core';
import { moduleOf } from '../discovery/plugin-modules.ts';

/** Tells which steps another thread can run: it has core's codecs, and those of a plugin whose module is known. */
export class PortableCodecs {
  readonly #moduleUrl: string | undefined;
  readonly #core = new CodecRegistry();
  readonly #own: readonly Codec[];
  #needsOwn = false;
  /** The last list that was accepted: neighbours mostly share it. */
  #accepted: readonly CodecStep[] | undefined;

  constructor(plugin: FormatPlugin) {
    this.#moduleUrl = plugin.codecs === undefined ? undefined : moduleOf(plugin);
    this.#own = this.#moduleUrl === undefined ? [] : (plugin.codecs ?? []);
  }

  /** The module that a thread must import for the steps accepted so far; absent where core's codecs do. */
  get moduleUrl(): string | undefined {
    return this.#needsOwn ? this.#moduleUrl : undefined;
  }

  /** Whether every step is portable. Keys stay where they are: a step that needs one is not. */
  accept(
    steps: readonly CodecStep[],
    registry: { has(id: string): boolean; get(id: string): Codec },
  ): boolean {
    if (steps === this.#accepted) return true;
    const isPortable = steps.every(({ codec, key }) => {
      if (key !== undefined || !registry.has(codec)) return false;
      const used = registry.get(codec);
      // By identity: a codec that the caller plugged in under a known id is another one.
      return this.#own.includes(used) || (this.#core.has(codec) && this.#core.get(codec) === used);
    });
    if (!isPortable) return false;
    this.#accepted = steps;
    this.#needsOwn ||= steps.some(({ codec }) => this.#own.includes(registry.get(codec)));
    return true;
  }
}
