import { coreCodecs } from '../codecs/core-codecs.ts';
import type { Codec } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';

/** Codecs by id: core's own, those of the plugin, and those that the caller plugs in. */
export class CodecRegistry {
  readonly #codecs = new Map<string, Codec>();

  constructor(...groups: readonly (readonly Codec[] | undefined)[]) {
    for (const group of [coreCodecs, ...groups]) {
      for (const codec of group ?? []) this.#codecs.set(codec.id, codec);
    }
  }

  has(id: string): boolean {
    return this.#codecs.has(id);
  }

  /** The codec, or `CODEC_MISSING` with how to plug one in. */
  get(id: string): Codec {
    const codec = this.#codecs.get(id);
    if (codec === undefined) {
      throw new ArchiveError('CODEC_MISSING', `The codec "${id}" is needed and not installed.`, {
        help: `Load a module that exports a codec with the id "${id}" (--plugin FILE, or \`codecs\` in the library).`,
      });
    }
    return codec;
  }
}
