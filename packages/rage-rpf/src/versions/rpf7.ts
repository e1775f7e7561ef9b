import { alignUp, type ByteOrder, type CodecStep, type Extent } from '@packwright/core';
import { magicOf, tags7 } from '../layout.ts';
import { lzxStep } from '../lzx/index.ts';
import {
  header7Length,
  pageUnits7,
  partSize7,
  readResource7,
  version7,
  writeLargeSize7,
  writeResource7,
} from '../resources/resource7.ts';
import type { BinaryRow, ResourceRow, Row } from '../row.ts';
import {
  deflateSteps,
  type FileDescription,
  type FileFacts,
  type TreeHeader,
  type Version,
} from '../version.ts';
import { viewHeader } from './header-bytes.ts';

const block = 512;
/** Offset field of a directory. */
const directoryMark = 0x7fffff;
const resourceBit = 0x800000;

/** A resource with this size on disk keeps its real size in its header. */
export const fullSize7 = 0xffffff;

/** LZX of GTA V on the Xbox 360. */
const xboxSteps: readonly CodecStep[] = [lzxStep(16)];

/**
 * RPF7 (GTA V).
 *
 * | offset | type | header |
 * |---|---|---|
 * | 0 | u32 | magic |
 * | 4 | u32 | entries, root included |
 * | 8 | u32 | bits 0–27 bytes of names, 28–30 name shift, bit 31 Xbox 360 |
 * | 12 | u32 | encryption tag |
 *
 * Entries follow, then names. An entry is a 64-bit number and two words, in the archive's byte order:
 *
 * | bits | field |
 * |---|---|
 * | 0–15 | offset of the name, in units of 2^shift |
 * | 16–39 | bytes in the archive; 0 for files that are stored; a resource's header counts |
 * | 40–62 | offset in blocks of 512; 0x7FFFFF for a directory |
 * | 63 | resource |
 *
 * | word | directory | file | resource |
 * |---|---|---|---|
 * | 2 | first child | bytes of the file | system flags |
 * | 3 | children | 0 plain, 1 encrypted | graphics flags |
 */
export function rpf7(order: ByteOrder): Version {
  const isLittle = order === 'little';
  const low = isLittle ? 0 : 1;
  const high = 1 - low;
  return {
    number: 7,
    order,
    names: 'text',
    headerLength: 16,
    tableAt: 16,
    words: 4,
    block,
    rootName: '',
    offsetLimit: directoryMark * block,
    mostCompressed: fullSize7 - 1,
    mostSize: 2 ** 32 - 1,
    mostEntries: 2 ** 31,

    readHeader(bytes) {
      const view = viewHeader(bytes, 16);
      const names = view.getUint32(8, isLittle);
      return {
        count: view.getUint32(4, isLittle),
        tag: view.getUint32(12, isLittle),
        namesLength: names & 0xfffffff,
        nameShift: (names >>> 28) & 7,
        platformBit: names >= 0x80000000,
        debugAt: 0,
        unknown0c: 0,
      };
    },
    writeHeader({ count, tag, namesLength, nameShift, platformBit }) {
      const bytes = new Uint8Array(16);
      const view = new DataView(bytes.buffer);
      bytes.set(magicOf({ version: 7, order }));
      view.setUint32(4, count, isLittle);
      view.setUint32(8, namesLength + nameShift * 2 ** 28 + (platformBit ? 2 ** 31 : 0), isLittle);
      view.setUint32(12, tag, isLittle);
      return bytes;
    },
    nameOf: (words, entry) => (words[4 * entry + low] ?? 0) & 0xffff,
    isDirectory: (words, entry) => (words[4 * entry + high] ?? 0) >>> 8 === directoryMark,
    readRow(words, entry): Row {
      const at = 4 * entry;
      const lower = words[at + low] ?? 0;
      const upper = words[at + high] ?? 0;
      const a = words[at + 2] ?? 0;
      const b = words[at + 3] ?? 0;
      const name = lower & 0xffff;
      const stored = (lower >>> 16) | ((upper & 0xff) << 16);
      const place = upper >>> 8;
      if (place === directoryMark) return { kind: 'directory', name, first: a, children: b };
      const offset = (place & directoryMark) * block;
      if (place >= resourceBit)
        return { kind: 'resource', name, offset, stored, type: 0, flags1: a, flags2: b };
      if (stored !== 0)
        return { kind: 'binary', name, offset, stored, size: a, isCompressed: true, encryption: b };
      return { kind: 'binary', name, offset, stored: a, size: a, isCompressed: false, encryption: b };
    },
    writeRow(row, words, entry) {
      const { stored, place, a, b } = packRow(row);
      const at = 4 * entry;
      words[at + low] = row.name + (stored & 0xffff) * 2 ** 16;
      words[at + high] = (stored >>> 16) + place * 2 ** 8;
      words[at + 2] = a;
      words[at + 3] = b;
    },
    describe: (row, facts) =>
      row.kind === 'binary' ? describeBinary(row, facts) : describeResource(row, facts, order),
    paddedNames: (_count, namesLength) => alignUp(namesLength, 16),
    dataStart: (tableEnd) => alignUp(tableEnd, block),
    alignment: () => block,
    takeApart(head, size) {
      const found = readResource7(head, order);
      if (found === undefined) return undefined;
      const header = size >= fullSize7 ? writeLargeSize7(head, size) : undefined;
      return { type: 0, flags1: found.systemFlags, flags2: found.graphicsFlags, header };
    },
  };
}

function packRow(row: Row): { stored: number; place: number; a: number; b: number } {
  if (row.kind === 'directory') return { stored: 0, place: directoryMark, a: row.first, b: row.children };
  const place = row.offset / block;
  if (row.kind === 'binary')
    return { stored: row.isCompressed ? row.stored : 0, place, a: row.size, b: row.encryption };
  return {
    stored: Math.min(row.stored, fullSize7),
    place: place + resourceBit,
    a: row.flags1,
    b: row.flags2,
  };
}

function compressionSteps({ platformBit }: TreeHeader): readonly CodecStep[] {
  return platformBit ? xboxSteps : deflateSteps;
}

function describeBinary(row: BinaryRow, { header, rawName, fileCipher }: FileFacts): FileDescription {
  const { offset, stored, size, isCompressed, encryption } = row;
  const decrypt = encryption === 0 ? [] : (fileCipher?.file(rawName(row) ?? new Uint8Array(0), size) ?? []);
  const steps = isCompressed ? [...decrypt, ...compressionSteps(header)] : decrypt;
  return {
    storedSize: stored,
    size,
    extents: [steps.length === 0 ? { offset, length: stored } : { offset, length: stored, size, steps }],
    ...(encryption === 0 ? {} : { attributes: { encrypted: true } }),
  };
}

function describeResource(row: ResourceRow, facts: FileFacts, order: ByteOrder): FileDescription {
  const { offset, flags1, flags2 } = row;
  const { header, cipher } = facts;
  const name = cipher === undefined ? undefined : facts.rawName(row);
  const sizes = resourceSizes(row, header, order);
  // Without a size on disk nothing can be compressed: the two parts lie there as they are.
  const stored = row.stored === 0 ? header7Length + sizes.system + sizes.graphics : row.stored;
  const place = { offset: offset + header7Length, length: Math.max(0, stored - header7Length) };
  const isEncrypted = cipher !== undefined && name !== undefined && isScript(name);
  const decrypt = isEncrypted ? cipher.file(name, stored) : [];
  const unpack = row.stored === 0 ? [] : compressionSteps(header);
  const size = sizes.isCertain ? { size: sizes.system + sizes.graphics } : {};
  const stream: Extent = decrypt.length === 0 ? place : { ...place, size: place.length, steps: decrypt };
  return {
    storedSize: stored,
    size: header7Length + place.length,
    occupies: { offset, length: stored },
    extents: [{ bytes: writeResource7(flags1, flags2, order) }, stream],
    body: [{ ...place, ...size, steps: [...decrypt, ...unpack] }],
    attributes: {
      resource: version7(flags1, flags2),
      virtualSize: sizes.system,
      physicalSize: sizes.graphics,
      ...(isEncrypted ? { encrypted: true } : {}),
    },
  };
}

/**
 * Sizes of both parts. A big-endian archive that is not of the Xbox comes from a PS3, where pages are smaller, or
 * from a tool that cares for neither: its sizes are only certain when the tag tells.
 */
function resourceSizes(
  { flags1, flags2 }: ResourceRow,
  { tag, platformBit }: TreeHeader,
  order: ByteOrder,
): { system: number; graphics: number; isCertain: boolean } {
  const isPs3 = tag === tags7.aesPs3 || (order === 'big' && !platformBit);
  return {
    system: partSize7(flags1, isPs3 ? pageUnits7.ps3System : pageUnits7.usual),
    graphics: partSize7(flags2, isPs3 ? pageUnits7.ps3Graphics : pageUnits7.usual),
    isCertain: !isPs3 || tag === tags7.aesPs3,
  };
}

/** Scripts (`.ysc`, `.xsc`, `.csc`) are encrypted in every archive that has a cipher. */
export function isScript(name: Uint8Array): boolean {
  const [dot, , s = 0, c = 0] = name.subarray(-4);
  return name.length >= 4 && dot === 0x2e && (s | 0x20) === 0x73 && (c | 0x20) === 0x63;
}
