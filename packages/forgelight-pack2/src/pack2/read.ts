import {
  ArchiveError,
  type ArchiveIndex,
  type ByteSource,
  type Detection,
  hexNumber,
  type OpenContext,
  type Probe,
  type Structure,
  toHex,
} from '@packwright/core';
import { AssetMap } from './asset-map.ts';
import { type Header, hasSignature, parseHeader } from './header.ts';
import { alignment, dataStart, headerLength, rowLength, usualUnknown18 } from './layout.ts';
import { reportRows } from './map-findings.ts';
import type { ReadOptions } from './options.ts';
import { surveyQuickly } from './quick-survey.ts';
import { surveyMap } from './survey.ts';

/** The one kind of pack2. */
const variant = 'pack2';

/** Recognises a pack2 by its first four bytes. */
export function detectPack2(probe: Probe): Detection | undefined {
  if (!hasSignature(probe.head)) return undefined;
  return { confidence: 95, reason: 'the signature "PAK" with version 1', variant, claimed: true };
}

/** Reads the header and the map; nothing else of the file is looked at. */
export async function openPack2(
  source: ByteSource,
  context: OpenContext<ReadOptions>,
): Promise<ArchiveIndex> {
  const { signal, report } = context;
  const start = await source.read(0, Math.min(source.size, dataStart), { signal });
  const header = parseHeader(start);
  reportHeader(header, source.size, context);
  const rows = countRows(header, source.size, context);
  const place = { fileSize: source.size, start: header.mapOffset, end: header.mapOffset + rows * rowLength };
  const bytes = await source.read(place.start, rows * rowLength, { signal });
  const map = new AssetMap(bytes, context.options.sniff === true);
  const survey = surveyQuickly(map.words, rows, place) ?? surveyMap(map.words, rows, place);
  // Rows that are out of order are sorted to find those that repeat.
  const sorted = survey.isSorted ? 0 : 8 * rows;
  context.memory.take(sorted);
  reportRows(map.words, rows, place, survey, report);
  context.memory.release(sorted);
  const isReserved = survey.isHeaderFree && Math.min(place.start, source.size) >= dataStart;
  if (isReserved && start.subarray(headerLength).some((byte) => byte !== 0)) {
    report({
      severity: 'warning',
      code: 'header-not-zero',
      message: `Found other bytes than zero between the header and offset ${dataStart}.`,
      offset: headerLength,
    });
  }
  return {
    variant,
    entries: map,
    structure: describeStructure(isReserved ? dataStart : headerLength, place.start, rows),
    // Holes are the format's own dead space; but what lies behind the stated end may be somebody else's.
    gaps: header.packLength === source.size ? 'free' : 'foreign',
    ...(survey.nameList < 0 ? {} : { nameLists: [survey.nameList] }),
    attributes: describeHeader(header),
  };
}

function reportHeader(header: Header, fileSize: number, context: OpenContext<ReadOptions>): void {
  if (fileSize < dataStart) {
    context.report({
      severity: 'error',
      code: 'file-too-short',
      message: `Found a file of ${fileSize} bytes, expected at least ${dataStart}.`,
      offset: fileSize,
    });
  }
  if (header.packLength !== fileSize) {
    context.report({
      severity: 'error',
      code: 'length-differs',
      message: `Found a file of ${fileSize} bytes, expected ${header.packLength} as its header says.`,
      offset: 8,
    });
  }
  if (header.mapOffset % alignment !== 0) {
    context.report({
      severity: 'warning',
      code: 'map-unaligned',
      message: `Found the map at offset ${header.mapOffset}, expected a multiple of ${alignment}.`,
      offset: 0x10,
    });
  }
  if (header.unknown18 !== usualUnknown18) {
    context.report({
      severity: 'warning',
      code: 'unknown18-differs',
      message: `Found ${header.unknown18} in the header at offset 0x18, expected ${usualUnknown18} as in all known files.`,
      offset: 0x18,
    });
  }
}

/** How many rows there are to read; a map that is cut off gives those that are whole. */
function countRows(header: Header, fileSize: number, context: OpenContext<ReadOptions>): number {
  const { count, mapOffset } = header;
  if (mapOffset < headerLength) {
    throw new ArchiveError(
      'DAMAGED',
      `Found the map at offset ${mapOffset}, expected it behind the header of ${headerLength} bytes.`,
      { offset: 0x10 },
    );
  }
  const available = Math.max(0, Math.floor((fileSize - mapOffset) / rowLength));
  if (mapOffset > fileSize || (count > 0 && available === 0)) {
    throw new ArchiveError(
      'TRUNCATED',
      `Found the map of ${count} rows at offset ${mapOffset}, but the file ends at ${fileSize}.`,
      { offset: 0x10, help: 'The map lies at the end: the file was not copied or downloaded to its end.' },
    );
  }
  if (count > available) {
    context.report({
      severity: 'error',
      code: 'map-cut-off',
      message: `Found room for ${available} rows of the map before the file ends at ${fileSize}, expected ${count}.`,
      offset: mapOffset,
    });
  }
  const rows = Math.min(count, available);
  const { entries, memory } = context.limits;
  if (rows > entries) {
    throw new ArchiveError('LIMIT_EXCEEDED', `The map has ${rows} rows, the limit is ${entries}.`, {
      offset: 4,
      help: 'Raise it with --limit-entries if you trust the archive.',
    });
  }
  if (rows * rowLength > memory) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `The map has ${rows * rowLength} bytes, the memory limit is ${memory}.`,
      { offset: 4, help: 'Raise it with --memory.' },
    );
  }
  return rows;
}

function describeStructure(headerEnd: number, mapOffset: number, rows: number): readonly Structure[] {
  return [
    { name: 'header', offset: 0, length: headerEnd },
    { name: 'map', offset: mapOffset, length: rows * rowLength },
  ];
}

function describeHeader(header: Header): Record<string, string> {
  return { block128: toHex(header.block), unknown18: hexNumber(header.unknown18, 1) };
}
