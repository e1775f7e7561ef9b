import { ByteReader, ByteWriter } from '@packwright/core';
import { rowLength } from './layout.ts';

/** A row as numbers; `layout.ts` tells their meaning. */
export interface Row {
  readonly hashLow: number;
  readonly hashHigh: number;
  readonly method: number;
  readonly volume: number;
  readonly flags: number;
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
  readonly parent: number;
  readonly unknown1c: number;
}

/** One row of a table. */
export function parseRow(rows: Uint8Array, number: number): Row {
  const reader = new ByteReader(rows.subarray(number * rowLength, (number + 1) * rowLength), 'little');
  return {
    hashLow: reader.u32(),
    hashHigh: reader.u32(),
    method: reader.u8(),
    volume: reader.u8(),
    flags: reader.u16(),
    offset: reader.u32(),
    length: reader.u32(),
    checksum: reader.u32(),
    parent: reader.u32(),
    unknown1c: reader.u32(),
  };
}

/** The bytes of a table. */
export function serializeRows(rows: readonly Row[]): Uint8Array {
  const writer = new ByteWriter('little', rows.length * rowLength);
  for (const row of rows) {
    writer.u32(row.hashLow).u32(row.hashHigh).u8(row.method).u8(row.volume).u16(row.flags);
    writer.u32(row.offset).u32(row.length).u32(row.checksum).u32(row.parent).u32(row.unknown1c);
  }
  return writer.finish();
}
