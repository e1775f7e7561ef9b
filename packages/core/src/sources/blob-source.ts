import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { checkSourceRange } from './check-range.ts';

/** A Blob, or a File that the user has chosen in a browser. */
export class BlobSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly #blob: Blob;

  constructor(blob: Blob, name?: string | undefined) {
    this.#blob = blob;
    this.size = blob.size;
    this.name = name ?? ('name' in blob && typeof blob.name === 'string' ? blob.name : undefined);
  }

  async read(offset: number, length: number, options?: ReadOptions): Promise<Uint8Array> {
    const signal = options?.signal;
    signal?.throwIfAborted();
    checkSourceRange(offset, length, this.size, this.name);
    const bytes = await this.#load(offset, length);
    signal?.throwIfAborted();
    if (bytes.length === length) return bytes;
    throw new ArchiveError(
      'SOURCE_CHANGED',
      `Found ${bytes.length} bytes at offset ${offset}, expected ${length}: the file has changed.`,
      { path: this.name, offset },
    );
  }

  async #load(offset: number, length: number): Promise<Uint8Array> {
    try {
      return new Uint8Array(await this.#blob.slice(offset, offset + length).arrayBuffer());
    } catch (cause) {
      const changed = cause instanceof Error && cause.name === 'NotReadableError';
      throw new ArchiveError(
        changed ? 'SOURCE_CHANGED' : 'SOURCE_FAILED',
        `Reading ${length} bytes at offset ${offset} failed: ${cause instanceof Error ? cause.message : cause}.`,
        {
          path: this.name,
          offset,
          cause,
          help: 'Choose the file again: it was changed, moved or locked after it was chosen.',
        },
      );
    }
  }
}
