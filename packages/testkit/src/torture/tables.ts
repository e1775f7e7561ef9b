import { ArchiveError, ByteReader, type ByteSource } from '@packwright/core';
import { headerLength, magic, restartLength, rowLength, version } from './layout.ts';

/** The header as numbers; `layout.ts` tells their meaning. */
export interface Header {
  readonly flags: number;
  readonly count: number;
  readonly tableOffset: number;
  readonly tableChecksum: number;
  readonly solidOffset: number;
  readonly solidLength: number;
  readonly solidSize: number;
  readonly restartCount: number;
  readonly restartOffset: number;
  readonly unknown28: number;
}

/** Header, rows and flush points as they lie in the file. */
export interface Tables {
  readonly header: Header;
  readonly rows: Uint8Array;
  readonly restarts: Uint8Array;
}

/** Reads all that is not data; every range is checked before it is read. */
export async function readTables(source: ByteSource, signal?: AbortSignal | undefined): Promise<Tables> {
  requireRange(source, 'header', 0, 1, headerLength);
  const header = parseHeader(await source.read(0, headerLength, { signal }));
  const { count, tableOffset, restartCount, restartOffset } = header;
  requireRange(source, 'table', tableOffset, count, rowLength);
  requireRange(source, 'list of flush points', restartOffset, restartCount, restartLength);
  const rows = await source.read(tableOffset, count * rowLength, { signal });
  const restarts = await source.read(restartOffset, restartCount * restartLength, { signal });
  return { header, rows, restarts };
}

function parseHeader(bytes: Uint8Array): Header {
  const reader = new ByteReader(bytes, 'little');
  const found = reader.u32();
  if (found !== magic) {
    throw new ArchiveError('DAMAGED', `Found the signature ${found}, expected ${magic} ("TRTR").`, {
      offset: 0,
    });
  }
  const foundVersion = reader.u16();
  if (foundVersion !== version) {
    throw new ArchiveError('VARIANT_UNSUPPORTED', `Found version ${foundVersion}, expected ${version}.`, {
      offset: 4,
    });
  }
  return {
    flags: reader.u16(),
    count: reader.u32(),
    tableOffset: reader.u32(),
    tableChecksum: reader.u32(),
    solidOffset: reader.u32(),
    solidLength: reader.u32(),
    solidSize: reader.u32(),
    restartCount: reader.u32(),
    restartOffset: reader.u32(),
    unknown28: reader.u32(),
  };
}

function requireRange(source: ByteSource, what: string, offset: number, count: number, each: number): void {
  if (offset <= source.size && count <= (source.size - offset) / each) return;
  throw new ArchiveError(
    'TRUNCATED',
    `Found a ${what} of ${count * each} bytes at offset ${offset}, but the file ends at ${source.size}.`,
    { offset },
  );
}
