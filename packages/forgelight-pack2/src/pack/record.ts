import { ByteReader, ByteWriter } from '@packwright/core';
import { chunkHeaderLength, recordLength } from './layout.ts';

/** What a list says of one file. */
export interface PackRecord {
  readonly name: Uint8Array;
  readonly offset: number;
  readonly length: number;
  readonly crc32: number;
}

/** The record at a position of a list; the caller knows that it is all there. */
export function parseRecord(list: Uint8Array, position: number): PackRecord {
  const reader = new ByteReader(list, 'big').seek(position);
  const name = reader.take(reader.u32());
  return { name, offset: reader.u32(), length: reader.u32(), crc32: reader.u32() };
}

/** Bytes that a record takes in its list. */
export function recordSize(nameLength: number): number {
  return recordLength + nameLength;
}

/** Bytes of a list with its chunk header. */
export function listSize(records: readonly PackRecord[]): number {
  return records.reduce((sum, { name }) => sum + recordSize(name.length), chunkHeaderLength);
}

/** The bytes of a chunk's list, filled with zeros up to `room`. */
export function buildList(next: number, records: readonly PackRecord[], room: number): Uint8Array {
  const writer = new ByteWriter('big', room).u32(next).u32(records.length);
  for (const { name, offset, length, crc32 } of records) {
    writer.u32(name.length).bytes(name).u32(offset).u32(length).u32(crc32);
  }
  return writer.zeros(Math.max(0, room - writer.length)).finish();
}
