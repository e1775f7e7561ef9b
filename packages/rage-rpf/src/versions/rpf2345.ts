import { ArchiveError, alignUp, type ByteOrder, hexNumber } from '@packwright/core';
import { magicOf } from '../layout.ts';
import { pageSizes, readPageResource } from '../resources/page-resource.ts';
import type { FileRow, Row } from '../row.ts';
import { bodyStep } from '../sniff-codec.ts';
import { deflateSteps, type FileDescription, type Version } from '../version.ts';
import { viewHeader } from './header-bytes.ts';

const block = 2048;
const entryLength = 16;
const directoryBit = 0x80000000;
const resourceBit = 0x80000000;
const compressedBit = 0x40000000;
const resourceHeader = 12;

/**
 * RPF2 (GTA IV, FiveM), RPF3 (GTA IV audio, Midnight Club LA), RPF4 (Max Payne 3) and, as far as it can be inferred,
 * RPF5. Versions 3 and 5 store hashes in place of names; 4 and 5 count offsets in units of 8 bytes.
 *
 * | offset | type | header |
 * |---|---|---|
 * | 0 | u32 | magic |
 * | 4 | u32 | bytes of the table; FXServer writes where the table ends instead |
 * | 8 | u32 | entries, root included |
 * | 12 | u32 | unknown0c, 0 |
 * | 16 | u32 | tag: 0 plain, others AES in 16 passes |
 * | 20 | u32 | in GTA IV: not 0 when the files are encrypted too |
 *
 * The table lies at 2048; its entries:
 *
 * | word | directory | file | resource |
 * |---|---|---|---|
 * | 0 | name or hash | name or hash | name or hash |
 * | 1 | children, or 0 | bytes of the file | bytes in the archive, header included |
 * | 2 | bit 31 set; first child | offset in units | offset in units with the type in its low byte |
 * | 3 | children | bits 0–29 bytes in the archive, bit 30 deflated | flags, bit 31 set |
 */
export function rpf2345(number: 2 | 3 | 4 | 5, order: ByteOrder): Version {
  const unit = number < 4 ? 1 : 8;
  const isHashed = number % 2 === 1;
  return {
    number,
    order,
    names: isHashed ? 'hash' : 'text',
    headerLength: 24,
    tableAt: 2048,
    words: 4,
    block,
    rootName: isHashed ? '' : '/',
    offsetLimit: 2 ** 31 * unit,
    mostCompressed: 2 ** 30 - 1,
    mostSize: 2 ** 30 - 1,
    mostEntries: 2 ** 28,

    readHeader(bytes) {
      const view = viewHeader(bytes, 24);
      const word = (at: number): number => view.getUint32(at, order === 'little');
      const count = word(8);
      const namesLength = word(4) - entryLength * count;
      if (number === 2 && word(20) !== 0) throw encryptedFiles(word(20));
      return {
        count,
        tag: word(16),
        namesLength,
        nameShift: 0,
        platformBit: false,
        debugAt: 0,
        unknown0c: word(12),
      };
    },
    writeHeader({ count, namesLength, tag, unknown0c }) {
      const bytes = new Uint8Array(24);
      const view = new DataView(bytes.buffer);
      bytes.set(magicOf({ version: number, order }));
      view.setUint32(4, entryLength * count + namesLength, order === 'little');
      view.setUint32(8, count, order === 'little');
      view.setUint32(12, unknown0c, order === 'little');
      view.setUint32(16, tag, order === 'little');
      return bytes;
    },
    nameOf: (words, entry) => words[4 * entry] ?? 0,
    isDirectory: (words, entry) => ((words[4 * entry + 2] ?? 0) & directoryBit) !== 0,
    readRow(words, entry): Row {
      const at = 4 * entry;
      const name = words[at] ?? 0;
      const w1 = words[at + 1] ?? 0;
      const w2 = words[at + 2] ?? 0;
      const w3 = words[at + 3] ?? 0;
      if (w2 >= directoryBit)
        return { kind: 'directory', name, first: w2 & 0x7fffffff, children: w3 & 0x3fffffff };
      if (w3 >= resourceBit) {
        const offset = (w2 & 0x7fffff00) * unit;
        return { kind: 'resource', name, offset, stored: w1, type: w2 & 0xff, flags1: w3, flags2: 0 };
      }
      const isCompressed = (w3 & compressedBit) !== 0;
      return {
        kind: 'binary',
        name,
        offset: w2 * unit,
        stored: w3 & 0x3fffffff,
        size: w1,
        isCompressed,
        encryption: 0,
      };
    },
    writeRow(row, words, entry) {
      words.set(packRow(row, unit), 4 * entry);
    },
    describe: describeFile,
    paddedNames: (_count, namesLength) => alignUp(namesLength, 16),
    dataStart: (tableEnd) => alignUp(tableEnd, block),
    alignment: () => block,
    takeApart(head) {
      const found = readPageResource(head);
      // Extended sizes have no place in these tables.
      if (found?.headerLength !== resourceHeader) return undefined;
      return {
        type: found.type & 0xff,
        flags1: (found.flags1 | resourceBit | compressedBit) >>> 0,
        flags2: 0,
      };
    },
  };
}

function encryptedFiles(tag: number): ArchiveError {
  return new ArchiveError(
    'VARIANT_UNSUPPORTED',
    `Found the file encryption tag ${hexNumber(tag)}, expected 0: nobody has described how these files are encrypted.`,
    { offset: 20 },
  );
}

function packRow(row: Row, unit: number): readonly number[] {
  if (row.kind === 'directory') return [row.name, row.children, row.first + directoryBit, row.children];
  const at = row.offset / unit;
  if (row.kind === 'resource') return [row.name, row.stored, at + row.type, row.flags1];
  return [row.name, row.size, at, row.stored + (row.isCompressed ? compressedBit : 0)];
}

function describeFile(row: FileRow): FileDescription {
  const { offset, stored } = row;
  if (row.kind === 'binary') {
    if (!row.isCompressed) return { storedSize: stored, size: stored, extents: [{ offset, length: stored }] };
    const { size } = row;
    return { storedSize: stored, size, extents: [{ offset, length: stored, size, steps: deflateSteps }] };
  }
  const { virtual, physical } = pageSizes(row.flags1);
  const body = {
    offset: offset + resourceHeader,
    length: Math.max(0, stored - resourceHeader),
    size: virtual + physical,
    steps: [bodyStep],
  };
  return {
    storedSize: stored,
    size: stored,
    extents: [{ offset, length: stored }],
    body: [body],
    attributes: { resource: row.type, virtualSize: virtual, physicalSize: physical },
  };
}
