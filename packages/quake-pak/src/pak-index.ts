import { type ArchiveIndex, type Attributes, hexNumber, type Structure } from '@packwright/core';
import { crc16 } from './crc16.ts';
import type { Header } from './header.ts';
import { maxSigned } from './layout.ts';
import { deduceStyle } from './style.ts';
import type { PakTable } from './table.ts';

/** `pak0.pak` of the released Quake versions, by the CRC-16 of the directory. */
const releases: { readonly [crc: number]: { readonly entries: number; readonly name: string } } = {
  32981: { entries: 339, name: 'Quake 1.06 pak0' },
  62751: { entries: 339, name: 'Quake 1.01 pak0' },
  13900: { entries: 339, name: 'Quake 1.00 pak0' },
  28804: { entries: 308, name: 'Quake 0.91 or 0.92 pak0' },
};

/** The index of an archive; what needs a look at every name is computed when it is first asked for. */
export class PakIndex implements ArchiveIndex {
  readonly variant: string;
  readonly entries: PakTable;
  readonly structure: readonly Structure[];
  readonly gaps = 'foreign';
  readonly #header: Header;
  readonly #fileSize: number;
  readonly #isExperimental: boolean;
  #attributes: Attributes | undefined;
  #writeOptions: Attributes | undefined;

  constructor(entries: PakTable, header: Header, fileSize: number, isExperimental: boolean) {
    const { headerBytes, variant } = entries.layout;
    const { length } = entries.bytes;
    this.variant = variant;
    this.entries = entries;
    this.structure = [
      { name: 'header', offset: 0, length: headerBytes },
      ...(length > 0 ? [{ name: 'directory', offset: header.dirOffset, length }] : []),
    ];
    this.#header = header;
    this.#fileSize = fileSize;
    this.#isExperimental = isExperimental;
  }

  get attributes(): Attributes {
    this.#attributes ??= this.#describe();
    return this.#attributes;
  }

  get writeOptions(): Attributes {
    this.#writeOptions ??= {
      ...deduceStyle(this.entries, this.#header.dirOffset),
      ...(this.#fileSize > maxSigned ? { allow4GiB: true } : {}),
      ...(this.#isExperimental && this.variant === 'anachronox' ? { experimental: true } : {}),
    };
    return this.#writeOptions;
  }

  #describe(): Attributes {
    const { dirOffset, dirLength, version } = this.#header;
    const crc = crc16(this.entries.bytes);
    const release = releases[crc];
    return {
      directoryOffset: dirOffset,
      directoryLength: dirLength,
      directoryCrc16: hexNumber(crc, 4),
      entryCount: this.entries.length,
      ...(version === undefined ? {} : { version }),
      ...(release?.entries === this.entries.length && this.variant === 'quake'
        ? { release: release.name }
        : {}),
    };
  }
}
