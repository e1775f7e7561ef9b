import {
  type ArchiveIndex,
  type ByteSource,
  type Finding,
  FindingTally,
  type IndexEntry,
  isPrintableAscii,
  type OpenContext,
} from '@packwright/core';
import { version1 } from '../layout.ts';
import { readVersion1, type Version1Table } from './table.ts';

/** Reads the table of a version 1 archive. */
export async function openVersion1(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const table = await readVersion1(source, context.limits, context.signal, context.memory);
  checkTable(table, source.size, (finding) => context.report(finding));
  const { headerSize, variant } = version1;
  const directory = Math.min(table.dataOffset, source.size) - headerSize;
  return {
    variant,
    entries: { length: table.length, at: (entry) => describeEntry(table, entry) },
    structure: [
      { name: 'header', offset: 0, length: headerSize },
      ...(directory > 0 ? [{ name: 'directory', offset: headerSize, length: directory }] : []),
    ],
    gaps: 'free',
    writeOptions: { version: '1', byteOrder: table.order },
    attributes: { version: 1, byteOrder: table.order, layout: 'raw', align: version1.sector },
  };
}

function describeEntry(table: Version1Table, entry: number): IndexEntry {
  const size = table.size(entry);
  const extents = [{ offset: table.offset(entry), length: size }];
  const name = table.name(entry);
  if (name === '') return { path: `unnamed-${entry}`, size, extents, attributes: { unnamed: true } };
  const { start, end } = table.nameRange(entry);
  const isPlain = isPrintableAscii(table.directory, start, end) && !name.includes('/');
  return { path: name, size, extents, ...(isPlain ? {} : { attributes: { nameAsStored: true } }) };
}

function checkTable(table: Version1Table, fileSize: number, report: (finding: Finding) => void): void {
  const { headerSize, entrySize, fileSizeAt } = version1;
  if (table.declaredSize !== fileSize) {
    report({
      severity: 'warning',
      code: 'file-size',
      message: `The file has ${fileSize} bytes, the header says ${table.declaredSize}.`,
      offset: fileSizeAt,
    });
  }
  const tally = new FindingTally(report);
  for (let entry = 0; entry < table.length; entry++) {
    const offset = headerSize + entry * entrySize;
    const size = table.size(entry);
    if (size > 0 && table.offset(entry) > fileSize - size) {
      tally.add('entry-outside', () => ({
        severity: 'error',
        message: `Entry ${entry} takes ${size} bytes at offset ${table.offset(entry)}, but the file ends at ${fileSize}.`,
        entry,
        offset,
      }));
    }
    if (!table.nameRange(entry).isTerminated) {
      tally.add('name-unterminated', () => ({
        severity: 'warning',
        message: `The name ${JSON.stringify(table.name(entry))} fills its field of ${version1.nameSize} bytes, expected a NUL at its end.`,
        entry,
        offset,
      }));
    }
  }
  tally.finish();
}
