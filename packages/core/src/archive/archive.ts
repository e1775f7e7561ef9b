import type { ArchiveIndex, IndexEntry } from '../contract/archive-index.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Finding } from '../contract/finding.ts';
import type { Detection, FormatPlugin } from '../contract/format-plugin.ts';
import type { NameHash } from '../contract/name-hash.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import type { MemoryShare } from '../memory/memory-share.ts';
import { hashName, parseUnresolvedName } from '../names/hash-name.ts';
import type { NameList } from '../names/name-list.ts';
import type { ReadContext } from '../read/read-context.ts';
import type { RegionReader } from '../read/region-reader.ts';
import { Entry } from './entry.ts';
import { HashIndex } from './hash-index.ts';
import { PartHashIndex } from './part-hash-index.ts';
import { PathIndex } from './path-index.ts';
import { PathResolver, type ResolvedPath } from './path-resolver.ts';
import { type VerifyOptions, type VerifyReport, verifyArchive } from './verify-archive.ts';

/** What `openArchive` puts together. */
export interface ArchiveParts {
  readonly plugin: FormatPlugin;
  readonly detection: Detection;
  readonly source: ByteSource;
  readonly index: ArchiveIndex;
  readonly reading: ReadContext;
  /** What the index holds; indexes for look-ups draw from it, too. */
  readonly memory: MemoryShare;
  readonly findings: Finding[];
  readonly regions: readonly RegionReader[];
  readonly closers: readonly (() => Promise<void> | void)[];
}

/** An open archive: entries by number and by path. */
export class Archive {
  readonly plugin: FormatPlugin;
  readonly detection: Detection;
  readonly source: ByteSource;
  readonly index: ArchiveIndex;
  /** How entries are read: codecs, keys, limits, budget. */
  readonly reading: ReadContext;
  readonly regions: readonly RegionReader[];
  readonly #memory: MemoryShare;
  readonly #findings: Finding[];
  readonly #closers: readonly (() => Promise<void> | void)[];
  /** Lists of names that came out of the archive itself. */
  readonly #ownNames: NameList[] = [];
  #names: readonly NameList[] = [];
  #resolver: PathResolver;
  #paths: PathIndex | undefined;
  #hashes: HashIndex | undefined;
  #parts: PartHashIndex | undefined;

  constructor(parts: ArchiveParts) {
    this.plugin = parts.plugin;
    this.detection = parts.detection;
    this.source = parts.source;
    this.index = parts.index;
    this.reading = parts.reading;
    this.regions = parts.regions;
    this.#memory = parts.memory;
    this.#findings = parts.findings;
    this.#closers = parts.closers;
    this.#resolver = new PathResolver(this.index, this.nameHash, []);
  }

  get format(): string {
    return this.plugin.id;
  }

  get variant(): string {
    return this.index.variant;
  }

  get strict(): boolean {
    return this.reading.strict;
  }

  /** Number of entries. */
  get length(): number {
    return this.index.entries.length;
  }

  /** Oddities met so far, while opening and while reading. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** How names are hashed, where the archive stores hashes. */
  get nameHash(): NameHash | undefined {
    return this.index.names ?? this.plugin.names;
  }

  /** Lists that give hashed entries their names; the first that knows a hash wins. */
  get names(): readonly NameList[] {
    return this.#names;
  }

  /** Adds lists of names behind those that are there. */
  addNames(lists: readonly NameList[]): void {
    const names = [...this.#names, ...lists];
    const hash = this.nameHash;
    // A list that does not fit the memory must not stay, or none could be added any more.
    const tables = hash === undefined ? [] : names.map((list) => list.tableFor(hash));
    this.#names = names;
    this.#resolver = new PathResolver(this.index, hash, tables);
    this.#paths?.close();
    this.#paths = undefined;
  }

  /** The same with a list that ends with the archive. */
  addOwnNames(list: NameList): void {
    this.addNames([list]);
    this.#ownNames.push(list);
  }

  report(finding: Finding): void {
    this.#findings.push(finding);
  }

  entry(number: number): Entry {
    if (!Number.isInteger(number) || number < 0 || number >= this.length) {
      throw new ArchiveError(
        'ENTRY_NOT_FOUND',
        `Found no entry number ${number}, expected 0 to ${this.length - 1}.`,
      );
    }
    return new Entry(this, number, this.index.entries.at(number));
  }

  *entries(): Generator<Entry, void, undefined> {
    for (let number = 0; number < this.length; number++) yield this.entry(number);
  }

  /** The path of an entry as users see it. */
  path(number: number, row?: IndexEntry | undefined): string {
    return this.#resolver.path(number, row);
  }

  resolve(number: number, row?: IndexEntry | undefined): ResolvedPath {
    return this.#resolver.resolve(number, row);
  }

  /** The first entry of a path; case, separators and a leading `./` are forgiven when nothing fits exactly. */
  find(path: string): Entry | undefined {
    for (const number of this.#numbersOf(path)) return this.entry(number);
    return undefined;
  }

  /** All entries of a path, for archives with duplicate names. */
  findAll(path: string): readonly Entry[] {
    return [...this.#numbersOf(path)].map((number) => this.entry(number));
  }

  /** Decodes every entry and compares every checksum. */
  verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    return verifyArchive(this, options);
  }

  async close(): Promise<void> {
    this.giveBack();
    for (const close of this.#closers) await close();
  }

  /** Gives back all memory that was drawn for the archive; whoever does that is done with it. */
  giveBack(): void {
    for (const region of this.regions) region.close();
    for (const list of this.#ownNames.splice(0)) list.close();
    this.#memory.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Hashes are compared before paths: that needs no string for each of a million entries. */
  *#numbersOf(path: string): Generator<number, void, undefined> {
    let isFound = false;
    for (const number of this.#findByHash(path)) {
      isFound = true;
      yield number;
    }
    if (isFound) return;
    this.#paths ??= new PathIndex(this.length, (number) => this.path(number), this.#memory);
    yield* this.#paths.find(path);
  }

  #findByHash(path: string): Iterable<number> {
    const hash = this.nameHash;
    if (hash === undefined) return [];
    if (hash.covers === 'part') {
      this.#parts ??= new PartHashIndex(this.index, hash, this.#memory);
      return this.#parts.find(path);
    }
    if (this.index.entries.hashLow === undefined) return [];
    this.#hashes ??= new HashIndex(this.index.entries, this.#memory);
    const value = parseUnresolvedName(path, hash.bits) ?? hashName(hash, path);
    return this.#hashes.find(Number(value & 0xffffffffn), Number(value >> 32n));
  }
}
