import { alignUp, type ByteOrder } from '@packwright/core';
import { magicOf } from '../layout.ts';
import type { Row } from '../row.ts';
import { deflateSteps, type FileDescription, type Version } from '../version.ts';
import { viewHeader } from './header-bytes.ts';

const block = 2048;
const entryLength = 16;
const directoryBit = 0x80000000;

/**
 * RPF0 (Table Tennis). Nothing is encrypted, and there are no resources.
 *
 * | offset | type | header |
 * |---|---|---|
 * | 0 | u32 | magic |
 * | 4 | u32 | bytes of the table: entries and names, padded to 2048 |
 * | 8 | u32 | entries, root included |
 *
 * The table lies at 2048; its entries:
 *
 * | word | directory | file |
 * |---|---|---|
 * | 0 | bit 31 set; offset of the name | bit 31 clear; offset of the name |
 * | 1 | first child | offset |
 * | 2 | children | bytes in the archive |
 * | 3 | children again | bytes of the file; deflated when that differs |
 */
export function rpf0(order: ByteOrder): Version {
  return {
    number: 0,
    order,
    names: 'text',
    headerLength: 12,
    tableAt: 2048,
    words: 4,
    block,
    rootName: '/',
    offsetLimit: 2 ** 32,
    mostCompressed: 2 ** 32 - 1,
    mostSize: 2 ** 32 - 1,
    mostEntries: 2 ** 31,

    readHeader(bytes) {
      const view = viewHeader(bytes, 12);
      const count = view.getUint32(8, order === 'little');
      const namesLength = view.getUint32(4, order === 'little') - entryLength * count;
      return { count, tag: 0, namesLength, nameShift: 0, platformBit: false, debugAt: 0, unknown0c: 0 };
    },
    writeHeader({ count, namesLength }) {
      const bytes = new Uint8Array(12);
      const view = new DataView(bytes.buffer);
      bytes.set(magicOf({ version: 0, order }));
      view.setUint32(4, entryLength * count + namesLength, order === 'little');
      view.setUint32(8, count, order === 'little');
      return bytes;
    },
    nameOf: (words, entry) => (words[4 * entry] ?? 0) & 0x7fffffff,
    isDirectory: (words, entry) => ((words[4 * entry] ?? 0) & directoryBit) !== 0,
    readRow(words, entry): Row {
      const at = 4 * entry;
      const w0 = words[at] ?? 0;
      const w1 = words[at + 1] ?? 0;
      const w2 = words[at + 2] ?? 0;
      const w3 = words[at + 3] ?? 0;
      const name = w0 & 0x7fffffff;
      if (w0 >= directoryBit) return { kind: 'directory', name, first: w1, children: w2 };
      return {
        kind: 'binary',
        name,
        offset: w1,
        stored: w2,
        size: w3,
        isCompressed: w2 !== w3,
        encryption: 0,
      };
    },
    writeRow(row, words, entry) {
      const fields =
        row.kind === 'directory'
          ? [row.name + directoryBit, row.first, row.children, row.children]
          : [row.name, row.offset, row.stored, row.kind === 'binary' ? row.size : row.stored];
      words.set(fields, 4 * entry);
    },
    describe(row): FileDescription {
      const { offset, stored } = row;
      const isDeflated = row.kind === 'binary' && row.isCompressed;
      if (!isDeflated) return { storedSize: stored, size: stored, extents: [{ offset, length: stored }] };
      const { size } = row;
      return { storedSize: stored, size, extents: [{ offset, length: stored, size, steps: deflateSteps }] };
    },
    paddedNames: (count, namesLength) =>
      alignUp(entryLength * count + namesLength, block) - entryLength * count,
    dataStart: (tableEnd) => alignUp(tableEnd, block),
    alignment: () => block,
    takeApart: () => undefined,
  };
}
