import { ByteWriter } from '@packwright/core';
import { allOnes } from './field.ts';
import type { PackfileVersion } from './packfile-version.ts';

/** The names of an archive as they are stored, and where each entry's name is. */
export interface NameBlocks {
  readonly names: Uint8Array;
  readonly extensions: Uint8Array | undefined;
  readonly nameOffsets: Float64Array;
  readonly extensionOffsets: Float64Array | undefined;
}

/** Stores names in entry order; an absent name gets the mark for "none". */
export function buildNames(paths: readonly (string | undefined)[], version: PackfileVersion): NameBlocks {
  return version.header.extensionsSize === undefined
    ? buildFullNames(paths, version)
    : buildSplitNames(paths, version);
}

function buildFullNames(paths: readonly (string | undefined)[], version: PackfileVersion): NameBlocks {
  const { align, zeros } = version.names;
  const block = new ByteWriter('little');
  const nameOffsets = Float64Array.from(paths, (path) => {
    if (path === undefined) return allOnes(version.entry.name);
    const at = block.length;
    block.text(path).zeros(zeros).align(align);
    return at;
  });
  return { names: block.finish(), extensions: undefined, nameOffsets, extensionOffsets: undefined };
}

/** Version 4 keeps what follows the last dot in a table of its own; both tables have each text once. */
function buildSplitNames(paths: readonly (string | undefined)[], version: PackfileVersion): NameBlocks {
  const stems = new TextPool();
  const endings = new TextPool();
  const parts = paths.map((path = '') => splitName(path));
  const nameOffsets = Float64Array.from(parts, ({ stem }, entry) =>
    paths[entry] === undefined ? allOnes(version.entry.name) : stems.add(stem),
  );
  const extensionOffsets = Float64Array.from(parts, ({ ending }) => endings.add(ending));
  return { names: stems.finish(), extensions: endings.finish(), nameOffsets, extensionOffsets };
}

function splitName(path: string): { readonly stem: string; readonly ending: string } {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? { stem: path, ending: '' } : { stem: path.slice(0, dot), ending: path.slice(dot + 1) };
}

/** Texts with a NUL behind each, none of them twice. */
class TextPool {
  readonly #offsets = new Map<string, number>();
  readonly #block = new ByteWriter('little');

  add(text: string): number {
    const known = this.#offsets.get(text);
    if (known !== undefined) return known;
    const at = this.#block.length;
    this.#offsets.set(text, at);
    this.#block.text(text).zeros(1);
    return at;
  }

  finish(): Uint8Array {
    return this.#block.finish();
  }
}
