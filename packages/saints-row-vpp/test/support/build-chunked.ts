import { deflateRawSync } from 'node:zlib';
import { ByteWriter } from '@packwright/core';

/** Splits a file into the raw deflate chunks of the PlayStation 3. */
export function chunkFile(content: Uint8Array, chunkSize = 65536): Uint8Array {
  const writer = new ByteWriter('big');
  for (let at = 0; at < content.length; at += chunkSize) {
    const plain = content.subarray(at, at + chunkSize);
    const packed = new Uint8Array(deflateRawSync(plain));
    writer.u16(packed.length).u16(0).u32(plain.length).bytes(packed);
  }
  return writer.finish();
}

/** Builds a compressed big-endian version 4 archive of chunked files. */
export function buildChunked(
  files: readonly { readonly stem: string; readonly content: Uint8Array }[],
): Uint8Array {
  const names = new ByteWriter('big');
  const directory = new ByteWriter('big');
  const data = new ByteWriter('big');
  let start = 0;
  for (const { stem, content } of files) {
    const stored = chunkFile(content);
    data.align(2048).bytes(stored);
    directory.u32(names.length).u32(0).u32(0).u32(start).u32(content.length).u32(stored.length).u32(0);
    names.text(stem).zeros(1);
    start += Math.ceil(content.length / 2048) * 2048;
  }
  const extensions = new ByteWriter('big').text('bin').zeros(1);
  const body = new ByteWriter('big').bytes(directory.finish()).align(2048).bytes(names.finish()).align(2048);
  body.bytes(extensions.finish()).align(2048).bytes(data.finish());
  const header = new ByteWriter('big').u32(0x51890ace).u32(4).zeros(0x144).u32(1).u32(0);
  header
    .u32(files.length)
    .u32(2048 + body.length)
    .u32(directory.length)
    .u32(names.length);
  header.u32(extensions.length).u32(start).u32(data.length).align(2048);
  return header.bytes(body.finish()).finish();
}
