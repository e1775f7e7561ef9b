import { alignUp, type ByteOrder, type CodecStep } from '@packwright/core';
import { keyIds } from '../keys/index.ts';
import { magicOf } from '../layout.ts';
import { extendedBit, extendedSizes, pageSizes, readPageResource } from '../resources/page-resource.ts';
import type { BinaryRow, FileRow, ResourceRow, Row } from '../row.ts';
import { bodyStep, fileStep } from '../sniff-codec.ts';
import type { FileDescription, Version } from '../version.ts';
import { viewHeader } from './header-bytes.ts';

const block = 2048;
const entryLength = 20;
const directoryBit = 0x80000000;
const resourceBit = 0x80000000;
const compressedBit = 0x40000000;
/** Unit of offsets. */
const unit = 8;
/** Files from this size on begin at a multiple of 2048. */
const largeFile = 131072;
/** Resources of this type are scripts: with extended sizes they are encrypted in every archive. */
const scriptType = 2;
const scriptCipher: CodecStep = { codec: 'aes-ecb', key: keyIds.rdr1, passes: 16 };

/**
 * RPF6 (Red Dead Redemption).
 *
 * | offset | type | header |
 * |---|---|---|
 * | 0 | u32 | magic |
 * | 4 | u32 | entries, root included |
 * | 8 | u32 | offset of the debug names / 8, 0 for none |
 * | 12 | u32 | tag: 0 plain, −3 and −1 AES in 16 passes |
 *
 * Entries follow, padded to 16 bytes:
 *
 * | word | directory | file | resource |
 * |---|---|---|---|
 * | 0 | hash | hash | hash |
 * | 1 | 0 | bits 0–30 bytes in the archive | same, header included |
 * | 2 | bit 31 set; first child | offset / 8 | offset / 8 with the type in its low byte |
 * | 3 | bits 0–29 children | bits 0–29 bytes of the file, bit 30 compressed | flags1, bit 31 set |
 * | 4 | 0 | 0 | flags2, bit 31 for extended sizes |
 */
export function rpf6(order: ByteOrder): Version {
  return {
    number: 6,
    order,
    names: 'hash',
    headerLength: 16,
    tableAt: 16,
    words: 5,
    block,
    rootName: '',
    offsetLimit: 2 ** 31 * unit,
    mostCompressed: 2 ** 30 - 1,
    mostSize: 2 ** 30 - 1,
    // Other tools know a directory by a whole byte, which leaves 24 bits for its first child.
    mostEntries: 2 ** 24,

    readHeader(bytes) {
      const view = viewHeader(bytes, 16);
      const word = (at: number): number => view.getUint32(at, order === 'little');
      const count = word(4);
      const namesLength = alignUp(entryLength * count, 16) - entryLength * count;
      return {
        count,
        tag: word(12),
        namesLength,
        nameShift: 0,
        platformBit: false,
        debugAt: word(8) * unit,
        unknown0c: 0,
      };
    },
    writeHeader({ count, debugAt, tag }) {
      const bytes = new Uint8Array(16);
      const view = new DataView(bytes.buffer);
      bytes.set(magicOf({ version: 6, order }));
      view.setUint32(4, count, order === 'little');
      view.setUint32(8, debugAt / unit, order === 'little');
      view.setUint32(12, tag, order === 'little');
      return bytes;
    },
    nameOf: (words, entry) => words[5 * entry] ?? 0,
    isDirectory: (words, entry) => ((words[5 * entry + 2] ?? 0) & directoryBit) !== 0,
    readRow(words, entry): Row {
      const at = 5 * entry;
      const name = words[at] ?? 0;
      const w1 = words[at + 1] ?? 0;
      const w2 = words[at + 2] ?? 0;
      const w3 = words[at + 3] ?? 0;
      const w4 = words[at + 4] ?? 0;
      if (w2 >= directoryBit)
        return { kind: 'directory', name, first: w2 & 0x7fffffff, children: w3 & 0x3fffffff };
      const stored = w1 & 0x7fffffff;
      if (w3 >= resourceBit) {
        const offset = (w2 & 0x7fffff00) * unit;
        return { kind: 'resource', name, offset, stored, type: w2 & 0xff, flags1: w3, flags2: w4 };
      }
      const isCompressed = (w3 & compressedBit) !== 0;
      const size = w3 & 0x3fffffff;
      return { kind: 'binary', name, offset: w2 * unit, stored, size, isCompressed, encryption: 0 };
    },
    writeRow(row, words, entry) {
      words.set(packRow(row), 5 * entry);
    },
    describe: (row: FileRow) => (row.kind === 'binary' ? describeBinary(row) : describeResource(row)),
    paddedNames: (count) => alignUp(entryLength * count, 16) - entryLength * count,
    dataStart: (tableEnd) => alignUp(tableEnd, block),
    alignment: (size, isResource) => (isResource || size >= largeFile ? block : unit),
    takeApart(head) {
      const found = readPageResource(head);
      if (found === undefined) return undefined;
      const type = found.type & 0xff;
      if (found.headerLength === 12) {
        return { type, flags1: (found.flags1 | resourceBit | compressedBit) >>> 0, flags2: 0 };
      }
      return { type, flags1: (found.flags1 | resourceBit) >>> 0, flags2: (found.flags2 | extendedBit) >>> 0 };
    },
  };
}

function packRow(row: Row): readonly number[] {
  if (row.kind === 'directory') return [row.name, 0, row.first + directoryBit, row.children, 0];
  const at = row.offset / unit;
  if (row.kind === 'resource') return [row.name, row.stored, at + row.type, row.flags1, row.flags2];
  return [row.name, row.stored, at, row.size + (row.isCompressed ? compressedBit : 0), 0];
}

function describeBinary({ offset, stored, size, isCompressed }: BinaryRow): FileDescription {
  if (!isCompressed) return { storedSize: stored, size: stored, extents: [{ offset, length: stored }] };
  return { storedSize: stored, size, extents: [{ offset, length: stored, size, steps: [fileStep] }] };
}

function describeResource({ offset, stored, type, flags1, flags2 }: ResourceRow): FileDescription {
  const isExtended = flags2 >= extendedBit;
  const { virtual, physical } = isExtended ? extendedSizes(flags2) : pageSizes(flags1);
  const header = isExtended ? 16 : 12;
  const body = {
    offset: offset + header,
    length: Math.max(0, stored - header),
    size: virtual + physical,
    steps: isExtended && type === scriptType ? [scriptCipher, bodyStep] : [bodyStep],
  };
  return {
    storedSize: stored,
    size: stored,
    extents: [{ offset, length: stored }],
    body: [body],
    attributes: { resource: type, virtualSize: virtual, physicalSize: physical },
  };
}
