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
      this.readInto = (offset, target, options) => {
        this.#draw(offset, target.length);
        return source.readInto?.(offset, target, options);
      };
    }
    if (source.sibling !== undefined) this.sibling = (name) => this.#openSibling(name);
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    this.#draw(offset, length);
    return this.#source.read(offset, length, options);
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  #draw(offset: number, length: number): void {
    // A range that is not there costs no memory: the source itself says what is wrong with it.
    const isThere = offset >= 0 && length > 0 && offset <= this.size - length;
    if (isThere && this.#isOpening()) this.#share.take(length, tableTitle);
  }

  async #openSibling(name: string): Promise<ByteSource | undefined> {
    const source = await this.#source.sibling?.(name);
    return source === undefined ? undefined : new DrawnSource(source, this.#share, this.#isOpening);
  }
}

/** How messages call what is drawn while an archive is opened. */
export const tableTitle = 'The table of contents';
