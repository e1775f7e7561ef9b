import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { randomToken } from '../files/random-token.ts';
import { makePrivateFolder } from './private-folder.ts';
import { removeIfThere, removeOldCode } from './remove-old-code.ts';

/** Code that V8 made of a program. */
export interface KeptCode {
  readonly code: Uint8Array;
  /** V8's number for itself and its flags. */
  readonly tag: number;
  /** Milliseconds that the run had worked. */
  readonly effort: number;
}

/** A multiple of this many bytes stands before the code, so that V8 finds it where it wants it. */
const alignment = 64;
/** Before the stamp: its length, the checksum of the code, the tag and the effort. */
const fixedLength = 16;
/** More than any program compiles to. */
const largest = 64 * 2 ** 20;
/** Not through links, and without waiting for who writes into a pipe. Windows has neither, which adds nothing here. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * A folder of compiled code, which spares programs the compiling when they run again. Each file begins with the
 * stamp of the program it was made of and a checksum; V8 looks for itself whether the code fits its version and flags.
 * Code of others would run as ours: a folder or file that is not this user's, or that others can write, is not used.
 * Whatever goes wrong costs the compiling and nothing else.
 */
export class CompiledCode {
  readonly #folder: string;
  #isOwn: boolean | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What was kept under a name, if it is of the program with this stamp. */
  read(name: string, stamp: string): KeptCode | undefined {
    try {
      this.#isOwn ??= isOwnFolder(this.#folder);
      const bytes = this.#isOwn ? readOwn(join(this.#folder, name)) : undefined;
      if (bytes === undefined) return undefined;
      const length = headLength(stamp);
      const code = bytes.subarray(length);
      const kept = { code, tag: bytes.readUInt32LE(8), effort: bytes.readUInt32LE(12) };
      return makeHead(stamp, kept).equals(bytes.subarray(0, length)) ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps code under a name, in place of what was there, and removes what nobody has used for long. */
  write(name: string, stamp: string, kept: KeptCode): void {
    const path = join(this.#folder, name);
    const temporary = `${path}.${randomToken()}.tmp`;
    try {
      makePrivateFolder(this.#folder);
      this.#isOwn = isOwnFolder(this.#folder);
      if (!this.#isOwn) return;
      const bytes = Buffer.concat([makeHead(stamp, kept), kept.code]);
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, path);
      removeOldCode(this.#folder);
    } catch {
      removeIfThere(temporary);
    }
  }
}

/** Where the code begins. */
function headLength(stamp: string): number {
  return Math.ceil((fixedLength + Buffer.byteLength(stamp)) / alignment) * alignment;
}

/** The length of the stamp, the checksum of the code, the tag, the effort, the stamp, and zeros. */
function makeHead(stamp: string, { code, tag, effort }: KeptCode): Buffer {
  const head = Buffer.alloc(headLength(stamp));
  head.writeUInt32LE(Buffer.byteLength(stamp));
  head.writeUInt32LE(crc32(code), 4);
  head.writeUInt32LE(tag, 8);
  head.writeUInt32LE(effort, 12);
  head.write(stamp, fixedLength);
  return head;
}

/** A folder itself, not a link to one. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path);
  return stats.isDirectory() && isOwn(stats);
}

/** The bytes of a file that belongs to this user and that nobody else can write. */
function readOwn(path: string): Buffer | undefined {
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || !isOwn(stats) || stats.size > largest) return undefined;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    return readSync(file, bytes, 0, stats.size, 0) === stats.size ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/** Windows has no such owners and bits: there the user's folder is private by itself. */
function isOwn({ uid, mode }: Stats): boolean {
  return process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o022) === 0);
}
