import type { Extent, IndexEntry, StoredExtent } from '../contract/archive-index.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { checkResult } from '../read/check-extent.ts';
import { decodeExtent } from '../read/decode-extent.ts';
import { extentChunks } from '../read/extent-chunks.ts';
import { sourceOfExtents } from '../read/extent-source.ts';
import { isSmallExtent } from '../read/small-extent.ts';
import { SliceSource } from '../sources/slice-source.ts';
import type { Archive } from './archive.ts';
import { EntryCheck } from './entry-check.ts';
import { measureExtent } from './measure-extent.ts';

/** What reading an entry may be given. */
export interface EntryReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Compare the table's checksum: a mismatch throws under `strict`, else it is a finding. Default: yes. */
  readonly check?: boolean | undefined;
}

/** What a read may be given whose result is there at once. */
export interface ReadNowOptions extends EntryReadOptions {
  /**
   * The bytes are used up, in the same turn, before anything else is read: they may lie in memory that is used again
   * then. What comes as a promise is always the caller's own.
   */
  readonly pooled?: boolean | undefined;
}

/** One file or directory of an open archive. */
export class Entry {
  readonly archive: Archive;
  /** Number in the archive. */
  readonly index: number;
  /** The row as the format gave it. */
  readonly row: IndexEntry;

  constructor(archive: Archive, index: number, row: IndexEntry) {
    this.archive = archive;
    this.index = index;
    this.row = row;
  }

  get kind(): 'file' | 'directory' {
    return this.row.kind ?? 'file';
  }

  get path(): string {
    return this.archive.path(this.index, this.row);
  }

  /** Whether the path is a real name and not made of hashes. */
  get named(): boolean {
    return this.archive.resolve(this.index, this.row).named;
  }

  /** Bytes of the file, or nothing when only the data tells: see `measure`. */
  get size(): number | undefined {
    return this.row.size ?? sumSizes(this.row.extents);
  }

  /** Bytes occupied in the archive. */
  get storedSize(): number {
    return this.row.storedSize ?? storedLength(this.row.extents);
  }

  get hash(): bigint | undefined {
    return this.row.hash;
  }

  /** The whole file. */
  async bytes({ signal, check }: EntryReadOptions = {}): Promise<Uint8Array> {
    return this.bytesNow({ signal, check });
  }

  /** The whole file, at once where source and codecs are synchronous. */
  bytesNow(options: ReadNowOptions = {}): Awaitable<Uint8Array> {
    const { signal } = options;
    // Written out instead of guarded and chained, as in `decodeExtent`.
    try {
      this.#requireFile();
      const check = options.check === false ? undefined : EntryCheck.of(this.row);
      const bytes = this.#decode(this.row.extents, signal, check, options.pooled);
      if (!(bytes instanceof Promise)) return this.#compare(bytes, check);
      return bytes
        .then((whole) => this.#compare(whole, check))
        .catch((error: unknown) => {
          throw this.#wrap(error, signal);
        });
    } catch (error) {
      throw this.#wrap(error, signal);
    }
  }

  /** The content decoded to the end, where the exported file is not: what verify, grep and diff look at. */
  async body(options: EntryReadOptions = {}): Promise<Uint8Array> {
    const { body } = this.row;
    if (body === undefined) return this.bytes(options);
    return this.#guard(options.signal, () => this.#decode(body, options.signal, undefined));
  }

  /** The file in pieces, in bounded memory; checks run when the end is reached. */
  async *chunks(options: EntryReadOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    this.#requireFile();
    const check = options.check === false ? undefined : EntryCheck.of(this.row);
    yield* this.#chunksOf(this.row.extents, options.signal, check);
    check?.finish(this);
  }

  /** The decoded body in pieces. */
  async *bodyChunks(options: EntryReadOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.row.body === undefined) yield* this.chunks(options);
    else yield* this.#chunksOf(this.row.body, options.signal, undefined);
  }

  /**
   * Decodes the entry to its end, keeping nothing, and compares its checksum: the same as reading all chunks of file
   * and body, and quicker. Gives the decoded bytes; at once where source and codecs are synchronous.
   */
  verify(options: EntryReadOptions = {}): Awaitable<number> {
    const { extents, body } = this.row;
    const [only] = extents;
    if (body !== undefined || extents.length !== 1 || only === undefined || 'bytes' in only)
      return this.#verifyInPieces(options);
    if (only.region !== undefined && !only.steps?.length) return this.#skim(only, only.region, options);
    return chain(isSmallExtent(only, this.archive.reading), (isSmall) =>
      isSmall ? this.#verifyNow(options) : this.#verifyInPieces(options),
    );
  }

  #verifyNow({ signal, check }: EntryReadOptions): Awaitable<number> {
    return chain(this.bytesNow({ signal, check, pooled: true }), ({ length }) => length);
  }

  /** The file as a web stream. */
  stream(options: EntryReadOptions = {}): ReadableStream<Uint8Array> {
    const chunks = this.chunks(options);
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    });
  }

  /** Random access to the decoded file, for instance to open it as an archive. */
  async source(): Promise<ByteSource> {
    this.#requireFile();
    const parts: { extent: Extent; size: number }[] = [];
    for (const extent of this.row.extents) {
      parts.push({ extent, size: await measureExtent(extent, this.archive.reading) });
    }
    const name = this.path.slice(this.path.lastIndexOf('/') + 1);
    return sourceOfExtents(parts, this.archive.reading, this.archive.source, name);
  }

  /** The bytes as they lie in the archive, before any step. */
  stored(): ByteSource {
    const { occupies } = this.row;
    if (occupies !== undefined) {
      return new SliceSource(this.archive.source, occupies.offset, occupies.length);
    }
    const parts = this.row.extents.flatMap((extent) => {
      if ('bytes' in extent) return [];
      const { steps: _, size: __, ...plain } = extent;
      return [{ extent: plain, size: extent.length }];
    });
    return sourceOfExtents(parts, this.archive.reading, this.archive.source);
  }

  /** Bytes of the file; reads a few bytes of data where the table does not tell. */
  async measure(): Promise<number> {
    if (this.size !== undefined) return this.size;
    let total = 0;
    for (const extent of this.row.extents) total += await measureExtent(extent, this.archive.reading);
    return total;
  }

  #compare(bytes: Uint8Array, check: EntryCheck | undefined): Uint8Array {
    check?.content(bytes);
    check?.finish(this);
    return bytes;
  }

  #decode(
    extents: readonly Extent[],
    signal: AbortSignal | undefined,
    check: EntryCheck | undefined,
    pooled?: boolean | undefined,
  ): Awaitable<Uint8Array> {
    const { reading } = this.archive;
    const [only] = extents;
    if (extents.length === 1 && only !== undefined)
      return decodeExtent(only, reading, signal, check?.stored, pooled);
    // All are there before they are joined, so none may lie where the next one comes to lie.
    let joined: Awaitable<readonly Uint8Array[]> = [];
    for (const extent of extents) {
      joined = chain(joined, (done) =>
        chain(decodeExtent(extent, reading, signal, check?.stored), (bytes) => [...done, bytes]),
      );
    }
    return chain(joined, concatBytes);
  }

  async *#chunksOf(
    extents: readonly Extent[],
    signal: AbortSignal | undefined,
    check: EntryCheck | undefined,
    transient?: boolean | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { reading } = this.archive;
    try {
      for (const extent of extents) {
        for await (const chunk of extentChunks(extent, reading, signal, check?.stored, transient)) {
          check?.content(chunk);
          yield chunk;
        }
      }
    } catch (error) {
      throw this.#wrap(error, signal);
    }
  }

  async #verifyInPieces({ signal, check }: EntryReadOptions): Promise<number> {
    this.#requireFile();
    const state = check === false ? undefined : EntryCheck.of(this.row);
    let length = 0;
    for await (const chunk of this.#chunksOf(this.row.extents, signal, state, true)) length += chunk.length;
    state?.finish(this);
    if (this.row.body === undefined) return length;
    length = 0;
    for await (const chunk of this.#chunksOf(this.row.body, signal, undefined, true)) length += chunk.length;
    return length;
  }

  /** Lets the bytes of a solid block pass where they are decoded. */
  #skim(extent: StoredExtent, region: number, { signal, check }: EntryReadOptions): Awaitable<number> {
    return this.#guard(signal, async () => {
      this.#requireFile();
      const state = check === false ? undefined : EntryCheck.of(this.row);
      const visit = (bytes: Uint8Array): void => {
        state?.stored?.(bytes);
        state?.content(bytes);
      };
      await this.archive.reading.region(region).skim(extent.offset, extent.length, visit, signal);
      checkResult(extent, extent.length);
      state?.finish(this);
      return extent.length;
    });
  }

  #requireFile(): void {
    if (this.kind === 'directory') {
      throw new ArchiveError(
        'ENTRY_NOT_FOUND',
        `${JSON.stringify(this.path)} is a directory, expected a file.`,
        {
          path: this.path,
        },
      );
    }
  }

  #guard<T>(signal: AbortSignal | undefined, work: () => Awaitable<T>): Awaitable<T> {
    const fail = (error: unknown): never => {
      throw this.#wrap(error, signal);
    };
    try {
      const result = work();
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  }

  #wrap(error: unknown, signal: AbortSignal | undefined): unknown {
    return toArchiveError(error, 'DAMAGED', 'Reading failed', signal, {
      format: this.archive.format,
      path: this.path,
    });
  }
}

function sumSizes(extents: readonly Extent[]): number | undefined {
  let total = 0;
  for (const extent of extents) {
    const size = extentSize(extent);
    if (size === undefined) return undefined;
    total += size;
  }
  return total;
}

function extentSize(extent: Extent): number | undefined {
  if ('bytes' in extent) return extent.bytes.length;
  return extent.size ?? (extent.steps?.length ? undefined : extent.length);
}

function storedLength(extents: readonly Extent[]): number {
  return extents.reduce((sum, extent) => sum + ('bytes' in extent ? 0 : (extent as StoredExtent).length), 0);
}

function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    result.set(piece, at);
    at += piece.length;
  }
  return result;
}
