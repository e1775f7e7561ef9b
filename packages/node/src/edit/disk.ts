import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** An open file of a disk. */
export type DiskFile = number;

/** What is known of a file without reading it. */
export interface DiskStat {
  readonly size: number;
  /** Tells one file from another, whatever they are called. */
  readonly identity: string;
  readonly modified: string;
}

/**
 * The few calls that an edit makes. Everything that matters for not losing an archive goes through here, so that
 * tests can put a disk beneath it that loses, reorders and tears what was not flushed.
 */
export interface Disk {
  open(path: string, mode: 'read' | 'write' | 'create'): DiskFile;
  close(file: DiskFile): void;
  stat(path: string): DiskStat | undefined;
  size(file: DiskFile): number;
  /** Reads at most `target.length` bytes; fewer at the end of the file. */
  read(file: DiskFile, target: Uint8Array, offset: number): number;
  /** Writes some of the bytes and tells how many. */
  write(file: DiskFile, bytes: Uint8Array, offset: number): number;
  truncate(file: DiskFile, size: number): void;
  /** Brings a file's bytes and size to the disk. */
  flush(file: DiskFile): void;
  /** Brings the names of a file's folder to the disk. */
  flushFolder(path: string): void;
  rename(from: string, to: string): void;
  link(from: string, to: string): void;
  remove(path: string): void;
}

const flags = { read: 'r', write: 'r+', create: 'wx+' } as const;

/** The disk of the system. */
export const systemDisk: Disk = {
  open: (path, mode) => openSync(path, flags[mode]),
  close: (file) => closeSync(file),
  stat(path) {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    return { size: Number(stat.size), identity: `${stat.dev}:${stat.ino}`, modified: String(stat.mtimeNs) };
  },
  size: (file) => fstatSync(file).size,
  read: (file, target, offset) => readSync(file, target, 0, target.length, offset),
  write: (file, bytes, offset) => writeSync(file, bytes, 0, bytes.length, offset),
  truncate: (file, size) => ftruncateSync(file, size),
  flush: (file) => fsyncSync(file),
  flushFolder(path) {
    // Windows has no handle of a folder to flush; its renames are journalled by the file system.
    if (process.platform === 'win32') return;
    const folder = openSync(dirname(path), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
  rename: (from, to) => renameSync(from, to),
  link: (from, to) => linkSync(from, to),
  remove: (path) => rmSync(path, { force: true }),
};

/** Writes all bytes, however few the disk takes at once. */
export function writeAll(disk: Disk, file: DiskFile, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    const count = disk.write(file, bytes.subarray(done), offset + done);
    if (count <= 0) throw new Error(`the disk took no byte at offset ${offset + done}`);
    done += count;
  }
}

/** Reads exactly the target's length; throws when the file is shorter. */
export function readAll(disk: Disk, file: DiskFile, target: Uint8Array, offset: number): void {
  for (let done = 0; done < target.length; ) {
    const count = disk.read(file, target.subarray(done), offset + done);
    if (count <= 0) throw new Error(`the file ends at ${offset + done}, expected ${offset + target.length}`);
    done += count;
  }
}
