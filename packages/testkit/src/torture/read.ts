import {
  ArchiveError,
  type ArchiveIndex,
  type ByteSource,
  crc32,
  type IndexEntry,
  joinHalves,
  type OpenContext,
  type Region,
  type Structure,
} from '@packwright/core';
import {
  archiveFlags,
  headerLength,
  methods,
  restartLength,
  rowFlags,
  rowLength,
  sealCodec,
  sealKey,
  secondVolumeName,
} from './layout.ts';
import { partHash, pathHash } from './names.ts';
import { parseRow } from './row.ts';
import { type Header, readTables, type Tables } from './tables.ts';

/** Reads the tables and says where each entry lies. */
export async function openTorture(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const tables = await readTables(source, context.signal);
  const { header, rows } = tables;
  const isTree = (header.flags & archiveFlags.tree) !== 0;
  checkTable(tables, context);
  const nameLists = checkRows(tables, isTree);
  const hasSecond = (header.flags & archiveFlags.secondVolume) !== 0;
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  return {
    variant: isTree ? 'tree' : 'flat',
    entries: {
      length: header.count,
      at: (number) => toEntry(tables, number, isTree),
      hashLow: (number) => view.getUint32(number * rowLength, true),
      hashHigh: (number) => view.getUint32(number * rowLength + 4, true),
    },
    structure: structureOf(header),
    gaps: 'foreign',
    names: isTree ? partHash : pathHash,
    nameLists,
    writeOptions: { tree: isTree },
    attributes: { unknown28: header.unknown28 },
    ...(header.solidLength === 0 ? {} : { regions: [regionOf(tables)] }),
    ...(hasSecond ? { volumes: [secondVolumeName(source.name ?? '')] } : {}),
  };
}

function checkTable({ header, rows }: Tables, context: OpenContext): void {
  const found = crc32(rows);
  if (found === header.tableChecksum) return;
  context.report({
    severity: 'error',
    code: 'table-checksum-mismatch',
    message: `The CRC-32 of the table is ${found}, expected ${header.tableChecksum}.`,
    offset: header.tableOffset,
  });
}

/** Walks over the rows once, without making entries; gives the numbers of those that are lists of names. */
function checkRows({ header, rows }: Tables, isTree: boolean): readonly number[] {
  const nameLists: number[] = [];
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  for (let number = 0; number < header.count; number++) {
    const at = number * rowLength;
    const offset = header.tableOffset + at;
    const method = view.getUint8(at + 8);
    if (method >= methods.length) throw wrong('method', method, `0 to ${methods.length - 1}`, offset + 8);
    const parent = view.getUint32(at + 24, true);
    // Directories stand before what is in them, so no chain of parents can be a circle.
    const isSound =
      parent === 0 || (isTree && parent <= number && view.getUint8((parent - 1) * rowLength + 8) === 0);
    if (!isSound) throw wrong('parent', parent, 'the number of an earlier directory', offset + 24);
    if ((view.getUint16(at + 10, true) & rowFlags.nameList) !== 0 && method !== 0) nameLists.push(number);
  }
  return nameLists;
}

function wrong(what: string, found: number, expected: string, offset: number): ArchiveError {
  return new ArchiveError('DAMAGED', `Found the ${what} ${found}, expected ${expected}.`, { offset });
}

function toEntry({ rows }: Tables, number: number, isTree: boolean): IndexEntry {
  const row = parseRow(rows, number);
  const { offset, length, volume, checksum } = row;
  const method = methods[row.method] ?? 'plain';
  const hash = isTree ? BigInt(row.hashLow) : joinHalves(row.hashLow, row.hashHigh);
  const shared = { hash, parent: row.parent === 0 ? undefined : row.parent - 1 };
  const crc = { algorithm: 'crc32', value: checksum } as const;
  const attributes = { method, unknown1c: row.unknown1c };
  switch (method) {
    case 'directory':
      return { ...shared, kind: 'directory', extents: [], attributes };
    case 'solid': {
      const extents = [{ offset, length, region: 0 }];
      return { ...shared, size: length, extents, checksum: { ...crc, over: 'content' }, attributes };
    }
    case 'sealed': {
      const extents = [{ offset, length, volume, steps: [{ codec: sealCodec, key: sealKey }] }];
      return { ...shared, extents, checksum: { ...crc, over: 'stored' }, attributes };
    }
    case 'plain': {
      const extents = [{ offset, length, volume }];
      return { ...shared, size: length, extents, checksum: { ...crc, over: 'content' }, attributes };
    }
  }
}

function regionOf({ header, restarts }: Tables): Region {
  const view = new DataView(restarts.buffer, restarts.byteOffset, restarts.byteLength);
  const pairs = new Float64Array(header.restartCount * 2);
  for (let at = 0; at < pairs.length; at++) pairs[at] = view.getUint32(at * 4, true);
  const { solidOffset: offset, solidLength: length, solidSize: size } = header;
  return { offset, length, size, steps: [{ codec: 'zlib-flush' }], restarts: pairs };
}

function structureOf(header: Header): readonly Structure[] {
  const { tableOffset, count, restartOffset, restartCount } = header;
  return [
    { name: 'header', offset: 0, length: headerLength },
    { name: 'table', offset: tableOffset, length: count * rowLength },
    { name: 'flush points', offset: restartOffset, length: restartCount * restartLength },
  ];
}
