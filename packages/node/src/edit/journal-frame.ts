import { ByteReader, ByteWriter, crc64 } from '@packwright/core';
import { type Disk, type DiskFile, readAll, writeAll } from './disk.ts';

/*
 * The journal lies beside its archive: frames one after another, little-endian. A frame counts when its checksum
 * fits; what follows the last sound frame was never flushed, so the archive was not touched for it.
 *
 *   0   4 bytes  "PKWJ"
 *   4   u32      bytes of the description (JSON)
 *   8   u64      bytes of the payload (old bytes of the archive)
 *  16   …        description, payload
 *   …   u64      CRC-64 of all that
 */
const magic = 'PKWJ';
const headLength = 16;
const checksumLength = 8;
const chunkLength = 2 ** 20;

/** A frame as it lies in the journal. */
export interface JournalFrame {
  readonly start: number;
  readonly end: number;
  readonly description: unknown;
  readonly payloadAt: number;
  readonly payloadLength: number;
}

/** A piece of payload to be copied from a file. */
export interface PayloadRange {
  readonly offset: number;
  readonly length: number;
}

/** Appends a frame whose payload is copied from ranges of another file; gives the journal's new end. */
export function writeFrame(
  disk: Disk,
  journal: DiskFile,
  at: number,
  description: unknown,
  source?: { readonly file: DiskFile; readonly ranges: readonly PayloadRange[] },
): number {
  const json = new TextEncoder().encode(JSON.stringify(description));
  const ranges = source?.ranges ?? [];
  const payload = ranges.reduce((sum, { length }) => sum + length, 0);
  const head = new ByteWriter('little').text(magic).u32(json.length).u64(payload).bytes(json).finish();
  writeAll(disk, journal, head, at);
  let checksum = crc64(head);
  let position = at + head.length;
  for (const range of ranges) {
    for (let done = 0; done < range.length; done += chunkLength) {
      const chunk = new Uint8Array(Math.min(chunkLength, range.length - done));
      if (source !== undefined) readAll(disk, source.file, chunk, range.offset + done);
      writeAll(disk, journal, chunk, position);
      checksum = crc64(chunk, checksum);
      position += chunk.length;
    }
  }
  writeAll(disk, journal, new ByteWriter('little').u32(checksum.low).u32(checksum.high).finish(), position);
  return position + checksumLength;
}

/** The sound frames of a journal, in order, and where they end. */
export function readFrames(disk: Disk, journal: DiskFile): { frames: JournalFrame[]; end: number } {
  const frames: JournalFrame[] = [];
  const size = disk.size(journal);
  let at = 0;
  for (;;) {
    const frame = readFrame(disk, journal, at, size);
    if (frame === undefined) return { frames, end: at };
    frames.push(frame);
    at = frame.end;
  }
}

function readFrame(disk: Disk, journal: DiskFile, start: number, size: number): JournalFrame | undefined {
  if (start > size - headLength - checksumLength) return undefined;
  const head = new Uint8Array(headLength);
  readAll(disk, journal, head, start);
  const reader = new ByteReader(head, 'little');
  if (reader.text(4) !== magic) return undefined;
  const jsonLength = reader.u32();
  const payloadLength = Number(reader.u64());
  if (jsonLength + payloadLength > size - start - headLength - checksumLength) return undefined;
  const json = new Uint8Array(jsonLength);
  readAll(disk, journal, json, start + headLength);
  const payloadAt = start + headLength + jsonLength;
  let checksum = crc64(json, crc64(head));
  for (let done = 0; done < payloadLength; done += chunkLength) {
    const chunk = new Uint8Array(Math.min(chunkLength, payloadLength - done));
    readAll(disk, journal, chunk, payloadAt + done);
    checksum = crc64(chunk, checksum);
  }
  const stored = new Uint8Array(checksumLength);
  readAll(disk, journal, stored, payloadAt + payloadLength);
  const expected = new ByteReader(stored, 'little');
  if (expected.u32() !== checksum.low || expected.u32() !== checksum.high) return undefined;
  const end = payloadAt + payloadLength + checksumLength;
  return { start, end, description: JSON.parse(new TextDecoder().decode(json)), payloadAt, payloadLength };
}
