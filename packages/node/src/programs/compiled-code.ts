import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { randomToken } from '../files/random-token.ts';
import { systemCode } from '../files/system-error.ts';

/** A multiple of this many bytes stands before the code, so that V8 finds it where it wants it. */
const alignment = 64;
/** More than any program compiles to. */
const largest = 64 * 2 ** 20;

/**
 * A folder of compiled code, which spares programs the compiling when they run again. Each file begins with the
 * stamp of the program it was made of and a checksum; V8 looks for itself whether the code fits it. Code of others
 * would run as ours, so the folder is the user's alone, and files of somebody else are not read. Whatever goes wrong
 * costs the compiling and nothing else.
 */
export class CompiledCode {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What was kept under a name, if it is of the program with this stamp. */
  read(name: string, stamp: string): Uint8Array | undefined {
    try {
      const bytes = readOwn(join(this.#folder, name));
      if (bytes === undefined) return undefined;
      const length = headLength(stamp);
      const code = bytes.subarray(length);
      return makeHead(stamp, code).equals(bytes.subarray(0, length)) ? code : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps code under a name, in place of what was there. */
  write(name: string, stamp: string, code: Uint8Array): void {
    const path = join(this.#folder, name);
    const temporary = `${path}.${randomToken()}.tmp`;
    try {
      makeFolder(dirname(this.#folder));
      makeFolder(this.#folder);
      writeFileSync(temporary, Buffer.concat([makeHead(stamp, code), code]), { flag: 'wx', mode: 0o600 });
      renameSync(temporary, path);
    } catch {
      removeIfThere(temporary);
    }
  }
}

/** Where the code begins. */
function headLength(stamp: string): number {
  return Math.ceil((8 + Buffer.byteLength(stamp)) / alignment) * alignment;
}

/** The length of the stamp, the checksum of the code, the stamp, and zeros. */
function makeHead(stamp: string, code: Uint8Array): Buffer {
  const head = Buffer.alloc(headLength(stamp));
  head.writeUInt32LE(Buffer.byteLength(stamp));
  head.writeUInt32LE(crc32(code), 4);
  head.write(stamp, 8);
  return head;
}

/** Not with `recursive`: where a system says that a folder is missing which is there, Node would try for ever. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where there is not even a folder, nothing was left.
  }
}

/** The bytes of a file that belongs to this user and that nobody else can write. */
function readOwn(path: string): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    const { uid, mode, size } = fstatSync(file);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    if (!isOurs || size > largest) return undefined;
    const bytes = Buffer.allocUnsafeSlow(size);
    return readSync(file, bytes, 0, size, 0) === size ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}
