import { hostname } from 'node:os';
import { ArchiveError } from '@packwright/core';
import { isWithoutLinks } from '../files/move-into-place.ts';
import { systemCode, systemError } from '../files/system-error.ts';
import { temporaryBeside } from '../files/temporary-name.ts';
import { type Disk, readAll, writeAll } from './disk.ts';

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** Keeps a second editor away while one works; a lock whose process is gone is taken over. */
export class EditLock {
  readonly #disk: Disk;
  readonly #path: string;

  private constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  /** Takes the lock of an archive, or throws `LOCKED` with who has it. */
  static take(disk: Disk, archive: string): EditLock {
    const path = `${archive}.pkw-lock`;
    const own = temporaryBeside(path);
    try {
      writeOwner(disk, own);
      for (let attempt = 0; attempt < 3; attempt++) {
        if (tryLink(disk, own, path)) return new EditLock(disk, path);
        const owner = readOwner(disk, path);
        if (owner !== undefined && isAlive(owner)) throw locked(archive, path, owner);
        removeStale(disk, path, owner);
      }
    } catch (error) {
      throw systemError(error, 'SINK_FAILED', 'lock', archive);
    } finally {
      disk.remove(own);
    }
    throw locked(archive, path, undefined);
  }

  release(): void {
    this.#disk.remove(this.#path);
  }
}

function writeOwner(disk: Disk, path: string): void {
  const owner: Owner = { pid: process.pid, host: hostname() };
  const file = disk.open(path, 'create');
  writeAll(disk, file, new TextEncoder().encode(JSON.stringify(owner)), 0);
  disk.close(file);
}

/** Gives the lock its name with its content in one step, so that nobody sees it half written. */
function tryLink(disk: Disk, own: string, path: string): boolean {
  try {
    disk.link(own, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (!isWithoutLinks(error)) throw error;
  }
  if (disk.stat(path) !== undefined) return false;
  disk.rename(own, path);
  return true;
}

/** Takes a dead process's lock away; one that was renewed in the meantime is put back. */
function removeStale(disk: Disk, path: string, stale: Owner | undefined): void {
  const aside = temporaryBeside(path);
  if (disk.stat(path) === undefined) return;
  disk.rename(path, aside);
  const found = readOwner(disk, aside);
  if (found !== undefined && found.pid !== stale?.pid && isAlive(found)) disk.rename(aside, path);
  else disk.remove(aside);
}

function locked(archive: string, path: string, owner: Owner | undefined): ArchiveError {
  const who = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`;
  return new ArchiveError('LOCKED', `The archive is being edited by ${who}.`, {
    path: archive,
    help: `Wait until it is done. If no such process runs, remove ${path}.`,
  });
}

function readOwner(disk: Disk, path: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(readText(disk, path));
    const isOwner = typeof owner === 'object' && owner !== null && 'pid' in owner && 'host' in owner;
    return isOwner ? { pid: Number(owner.pid), host: String(owner.host) } : undefined;
  } catch {
    // Gone again, or killed before it was written: nobody holds it.
    return undefined;
  }
}

function readText(disk: Disk, path: string): string {
  const file = disk.open(path, 'read');
  try {
    const bytes = new Uint8Array(disk.size(file));
    readAll(disk, file, bytes, 0);
    return new TextDecoder().decode(bytes);
  } finally {
    disk.close(file);
  }
}

function isAlive({ pid, host }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
