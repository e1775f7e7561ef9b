import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BytesSource, ByteWriter, crc32c, hashName } from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import { editArchive, systemDisk, undoEdit } from '@packwright/node';

const mapOffset = 20 * 2 ** 30;

/** Replaces one megabyte in a sparse pack2 of 20 GB on the real disk: time, and bytes written. */
export async function editSparse() {
  const folder = mkdtempSync(join(tmpdir(), 'packwright-sparse-'));
  try {
    const path = join(folder, 'huge.pack2');
    writeSparse(path);
    let written = 0;
    const disk = {
      ...systemDisk,
      write: (file, bytes, offset) => {
        written += bytes.length;
        return systemDisk.write(file, bytes, offset);
      },
    };
    const started = process.hrtime.bigint();
    const editor = await editArchive(path, { formats: forgelight, disk });
    await editor.replace(['first.dds'], new BytesSource(new Uint8Array(2 ** 20).fill(9))).commit();
    await editor.close();
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    const undoing = process.hrtime.bigint();
    undoEdit(path);
    return { milliseconds, written, undo: Number(process.hrtime.bigint() - undoing) / 1e6 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSparse(path) {
  const file = openSync(path, 'wx');
  const bytes = new Uint8Array(2 ** 20).fill(1);
  const hash = hashName(forgelight[0].names, 'first.dds');
  const prefix = new ByteWriter('little').u64(hash).finish();
  const map = new ByteWriter('little')
    .u64(hash)
    .u64(512)
    .u64(bytes.length)
    .u32(0x10)
    .u32(crc32c(bytes, crc32c(prefix)));
  const head = new ByteWriter('little')
    .text('PAK')
    .u8(1)
    .u32(1)
    .u64(mapOffset + map.length)
    .u64(mapOffset)
    .u64(256);
  writeSync(file, head.finish(), 0, head.length, 0);
  writeSync(file, bytes, 0, bytes.length, 512);
  ftruncateSync(file, mapOffset);
  writeSync(file, map.finish(), 0, map.length, mapOffset);
  closeSync(file);
}
