import { deflateRawSync, deflateSync } from 'node:zlib';

/** A resource of version 7 as it is exported: header, then the still compressed memory image. */
export function makeResource7(image: Uint8Array, systemFlags: number, isLittle = true): Uint8Array {
  const stream = deflateRawSync(image);
  const bytes = new Uint8Array(16 + stream.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x52, 0x53, 0x43, 0x37]);
  view.setUint32(4, 2, isLittle);
  view.setUint32(8, systemFlags, isLittle);
  view.setUint32(12, 0x20000000, isLittle);
  bytes.set(stream, 16);
  return bytes;
}

/** A resource of versions 2 to 6: 4096 bytes of CPU memory and 8192 of GPU memory, as zlib. */
export function makePageResource(isLittle = true): Uint8Array {
  const stream = deflateSync(new Uint8Array(12288).fill(7));
  const bytes = new Uint8Array(12 + stream.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x05435352, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint32(8, 0xc0100010, isLittle);
  bytes.set(stream, 12);
  return bytes;
}

/** The same with extended sizes, which only version 6 has: 12288 and 4096 bytes. */
export function makeExtendedResource(): Uint8Array {
  const stream = deflateSync(new Uint8Array(16384).fill(9));
  const bytes = new Uint8Array(16 + stream.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x85435352);
  view.setUint32(4, 0x8a);
  view.setUint32(8, 0xc0000000);
  view.setUint32(12, 0x80004003);
  bytes.set(stream, 16);
  return bytes;
}
