import { type EntryTable, type Extent, type IndexEntry, isPrintableAscii } from '@packwright/core';
import type { CompactedBlock } from './compacted-block.ts';
import type { Compression } from './compression.ts';
import type { Placement } from './place-entries.ts';
import type { Packfile } from './read-packfile.ts';

/** Where the entries of an archive are: each for itself, or all in one solid block. */
export type EntryLocation =
  | { readonly placement: Placement; readonly block?: undefined }
  | { readonly block: CompactedBlock; readonly placement?: undefined };

/** The rows of a packfile, made on demand. */
export class PackfileEntries implements EntryTable {
  readonly length: number;
  readonly #packfile: Packfile;
  readonly #location: EntryLocation;
  readonly #compression: Compression;

  constructor(packfile: Packfile, location: EntryLocation, compression: Compression) {
    this.length = packfile.directory.length;
    this.#packfile = packfile;
    this.#location = location;
    this.#compression = compression;
  }

  at(entry: number): IndexEntry {
    const { directory } = this.#packfile;
    const size = directory.size(entry);
    const extent = this.#extent(entry, size);
    const stored = directory.storedSize(entry);
    const inBlock = this.#location.block !== undefined && stored !== undefined;
    return {
      ...this.#name(entry),
      size,
      storedSize: inBlock ? stored : extent.length,
      extents: [extent],
    };
  }

  #extent(entry: number, size: number): Exclude<Extent, { bytes: Uint8Array }> {
    const { placement, block } = this.#location;
    if (block !== undefined) return { region: 0, offset: block.offset(entry), length: size };
    const range = { offset: placement.offset(entry), length: placement.length(entry) };
    if (!placement.isEncoded(entry) || (size === 0 && range.length === 0)) return range;
    return { ...range, size, steps: this.#compression.entry };
  }

  #name(entry: number): Pick<IndexEntry, 'path' | 'hash' | 'attributes'> {
    const { directory } = this.#packfile;
    const hash = directory.hash(entry);
    const known = hash === undefined ? {} : { hash: BigInt(hash) };
    const name = directory.isNameless(entry) ? undefined : directory.name(entry);
    if (name === undefined || name === '') {
      // A hash is as good as a name here: it is shown, and a list of names may resolve it.
      if (hash !== undefined && name === undefined) return known;
      return { ...known, path: `unnamed-${entry}`, attributes: { unnamed: true } };
    }
    const range = directory.nameRange(entry);
    const isPlain = isPrintableAscii(directory.tables.names, range?.start, range?.end) && !name.includes('/');
    return { ...known, path: name, ...(isPlain ? {} : { attributes: { nameAsStored: true } }) };
  }
}
