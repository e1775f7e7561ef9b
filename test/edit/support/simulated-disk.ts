import type { Disk, DiskFile, DiskStat } from '@packwright/node';

/** Thrown where the power fails. */
class PowerCut extends Error {}

type Write =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly size: number };

class Inode {
  readonly id: number;
  /** What programs see. */
  seen: Uint8Array;
  /** What is on the platter. */
  safe: Uint8Array;
  unsynced: Write[] = [];

  constructor(id: number, bytes: Uint8Array) {
    this.id = id;
    this.seen = bytes;
    this.safe = bytes;
  }
}

type NameChange = { readonly path: string; readonly inode: Inode | undefined };

/** A fault to inject at a certain call. */
export interface Fault {
  readonly at: number;
  readonly kind: 'power-cut' | 'short-write' | 'ENOSPC' | 'EIO' | 'flush-fails';
}

/**
 * A disk that keeps only what was flushed. At a power cut any subset of the unflushed writes survives, in any order,
 * some of them torn; names that were not flushed may be the old or the new ones.
 */
export class SimulatedDisk implements Disk {
  readonly #names = new Map<string, Inode>();
  readonly #safeNames = new Map<string, Inode>();
  readonly #files = new Map<DiskFile, Inode>();
  #unsyncedNames: NameChange[] = [];
  #next = 1;
  #fault: Fault | undefined;
  /** Changing calls made so far. */
  calls = 0;
  isDead = false;

  static with(files: Readonly<Record<string, Uint8Array>>): SimulatedDisk {
    const disk = new SimulatedDisk();
    for (const [path, bytes] of Object.entries(files)) {
      const inode = new Inode(disk.#next++, bytes.slice());
      disk.#names.set(path, inode);
      disk.#safeNames.set(path, inode);
    }
    return disk;
  }

  inject(fault: Fault | undefined): this {
    this.#fault = fault;
    this.calls = 0;
    return this;
  }

  bytesOf(path: string): Uint8Array | undefined {
    return this.#names.get(path)?.seen;
  }

  names(): readonly string[] {
    return [...this.#names.keys()].sort();
  }

  /** The disk as it may be found after a power cut; `random` decides what survived. */
  afterPowerCut(random: () => number): SimulatedDisk {
    const found = new SimulatedDisk();
    const names = new Map(this.#safeNames);
    for (const { path, inode } of this.#unsyncedNames) {
      if (random() < 0.5) continue;
      if (inode === undefined) names.delete(path);
      else names.set(path, inode);
    }
    const copies = new Map<Inode, Inode>();
    for (const [path, inode] of names) {
      const copy = copies.get(inode) ?? new Inode(inode.id, survive(inode, random));
      copies.set(inode, copy);
      found.#names.set(path, copy);
      found.#safeNames.set(path, copy);
    }
    found.#next = this.#next + 1000;
    return found;
  }

  open(path: string, mode: 'read' | 'write' | 'create'): DiskFile {
    if (mode === 'create') {
      this.#count();
      if (this.#names.has(path)) throw failure('EEXIST');
      const inode = new Inode(this.#next++, new Uint8Array(0));
      this.#setName(path, inode);
    }
    const inode = this.#names.get(path);
    if (inode === undefined) throw failure('ENOENT');
    const file = this.#next++;
    this.#files.set(file, inode);
    return file;
  }

  close(file: DiskFile): void {
    this.#files.delete(file);
  }

  stat(path: string): DiskStat | undefined {
    const inode = this.#names.get(path);
    return inode && { size: inode.seen.length, identity: String(inode.id), modified: '0' };
  }

  size(file: DiskFile): number {
    return this.#inode(file).seen.length;
  }

  read(file: DiskFile, target: Uint8Array, offset: number): number {
    const bytes = this.#inode(file).seen.subarray(offset, offset + target.length);
    target.set(bytes);
    return bytes.length;
  }

  write(file: DiskFile, bytes: Uint8Array, offset: number): number {
    const fault = this.#count();
    if (fault === 'ENOSPC' || fault === 'EIO') throw failure(fault);
    const some = fault === 'short-write' ? bytes.slice(0, Math.max(1, bytes.length >> 1)) : bytes.slice();
    this.#apply(file, { kind: 'write', offset, bytes: some });
    return some.length;
  }

  truncate(file: DiskFile, size: number): void {
    if (this.#count() === 'EIO') throw failure('EIO');
    this.#apply(file, { kind: 'truncate', size });
  }

  flush(file: DiskFile): void {
    const fault = this.#count();
    if (fault === 'flush-fails' || fault === 'EIO') throw failure('EIO');
    const inode = this.#inode(file);
    inode.safe = inode.seen;
    inode.unsynced = [];
  }

  flushFolder(): void {
    if (this.#count() === 'flush-fails') throw failure('EIO');
    this.#safeNames.clear();
    for (const [path, inode] of this.#names) this.#safeNames.set(path, inode);
    this.#unsyncedNames = [];
  }

  rename(from: string, to: string): void {
    this.#count();
    const inode = this.#names.get(from);
    if (inode === undefined) throw failure('ENOENT');
    if (this.#names.get(to) === inode) return;
    this.#setName(to, inode);
    this.#setName(from, undefined);
  }

  link(from: string, to: string): void {
    this.#count();
    const inode = this.#names.get(from);
    if (inode === undefined) throw failure('ENOENT');
    if (this.#names.has(to)) throw failure('EEXIST');
    this.#setName(to, inode);
  }

  remove(path: string): void {
    this.#count();
    if (this.#names.has(path)) this.#setName(path, undefined);
  }

  #setName(path: string, inode: Inode | undefined): void {
    if (inode === undefined) this.#names.delete(path);
    else this.#names.set(path, inode);
    this.#unsyncedNames.push({ path, inode });
  }

  #apply(file: DiskFile, write: Write): void {
    const inode = this.#inode(file);
    inode.seen = applyWrite(inode.seen, write);
    inode.unsynced.push(write);
  }

  #inode(file: DiskFile): Inode {
    const inode = this.#files.get(file);
    if (inode === undefined) throw failure('EBADF');
    return inode;
  }

  /** A call after the power is gone never happens. */
  #count(): Fault['kind'] | undefined {
    if (this.isDead) throw new PowerCut('power cut');
    const fault = this.calls++ === this.#fault?.at ? this.#fault.kind : undefined;
    if (fault === 'power-cut') {
      this.isDead = true;
      throw new PowerCut('power cut');
    }
    return fault;
  }
}

function survive(inode: Inode, random: () => number): Uint8Array {
  let bytes = inode.safe;
  for (const write of shuffle(inode.unsynced, random)) {
    const luck = random();
    if (luck < 0.4) continue;
    if (luck < 0.6 && write.kind === 'write') {
      bytes = applyWrite(bytes, {
        ...write,
        bytes: write.bytes.slice(0, Math.floor(random() * write.bytes.length)),
      });
    } else bytes = applyWrite(bytes, write);
  }
  return bytes;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}

function applyWrite(old: Uint8Array, write: Write): Uint8Array {
  if (write.kind === 'truncate') {
    const cut = new Uint8Array(write.size);
    cut.set(old.subarray(0, write.size));
    return cut;
  }
  const bytes = new Uint8Array(Math.max(old.length, write.offset + write.bytes.length));
  bytes.set(old);
  bytes.set(write.bytes, write.offset);
  return bytes;
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

/** A repeatable source of chance. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
