import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import type { MemoryShare } from './memory-share.ts';

/**
 * A source as a format sees it while it opens an archive: bytes are drawn before they are read, because the index keeps
 * the raw bytes of tables. A format may keep the source as well; once the archive is open, nothing more is drawn.
 */
export class DrawnSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly readInto?: (offset: number, target: Uint8Array, options?: ReadOptions) => Awaitable<void>;
  readonly sibling?: (name: string) => Promise<ByteSource | undefined>;
  readonly #source: ByteSource;
  readonly #share: MemoryShare;
  readonly #isOpening: () => boolean;

  constructor(source: ByteSource, share: MemoryShare, isOpening: () => boolean) {
    this.size = source.size;
    this.name = source.name;
    this.#source = source;
    this.#share = share;
    this.#isOpening = isOpening;
    if (source.readInto !== undefined) {
      this.readInto = (offset, target, options) =>
        this.#drawFor(offset, target.length, () => source.readInto?.(offset, target, options));
    }
    if (source.sibling !== undefined) this.sibling = (name) => this.#openSibling(name);
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    return this.#drawFor(offset, length, () => this.#source.read(offset, length, options));
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  /** Draws bytes and reads them; gives them back when that fails. */
  #drawFor<T>(offset: number, length: number, read: () => Awaitable<T>): Awaitable<T> {
    // A range that is not there costs no memory: the source itself says what is wrong with it.
    const isThere = offset >= 0 && length > 0 && offset <= this.size - length;
    if (!isThere || !this.#isOpening()) return read();
    this.#share.take(length, tableTitle);
    const giveBack = (error: unknown): never => {
      this.#share.release(length);
      throw error;
    };
    try {
      const result = read();
      return result instanceof Promise ? result.catch(giveBack) : result;
    } catch (error) {
      return giveBack(error);
    }
  }

  async #openSibling(name: string): Promise<ByteSource | undefined> {
    const source = await this.#source.sibling?.(name);
    return source === undefined ? undefined : new DrawnSource(source, this.#share, this.#isOpening);
  }
}

/** How messages call what is drawn while an archive is opened. */
export const tableTitle = 'The table of contents';
