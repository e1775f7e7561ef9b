import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { checkSourceRange } from './check-range.ts';
import { readExactly } from './read-exactly.ts';

/** What a slice knows besides its range. */
export interface SliceOptions {
  readonly name?: string | undefined;
  /** Opens files that lie beside the slice, where it stands for a file of its own. */
  readonly sibling?: ((name: string) => Promise<ByteSource | undefined>) | undefined;
}

/** A range of another source, cut at that source's end. A slice of a slice reads from the first base at once. */
export class SliceSource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  /** Never a slice itself. */
  readonly base: ByteSource;
  /** Of the first byte, in `base`. */
  readonly offset: number;
  readonly sibling?: (name: string) => Promise<ByteSource | undefined>;

  constructor(source: ByteSource, offset: number, length: number, options: SliceOptions = {}) {
    const start = Math.min(Math.max(0, offset), source.size);
    this.size = Math.max(0, Math.min(length, source.size - start));
    this.name = options.name;
    const inner = flatten(source);
    this.base = inner?.base ?? source;
    this.offset = start + (inner?.offset ?? 0);
    if (options.sibling !== undefined) this.sibling = options.sibling;
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    checkSourceRange(offset, length, this.size, this.name);
    return this.base.read(this.offset + offset, length, options);
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): Awaitable<void> {
    checkSourceRange(offset, target.length, this.size, this.name);
    return readExactly(this.base, this.offset + offset, target, options);
  }
}

/** Where the bytes of a slice lie in the source it was cut from; nothing for other sources. */
export function flatten(
  source: ByteSource,
): { readonly base: ByteSource; readonly offset: number } | undefined {
  return source instanceof SliceSource ? { base: source.base, offset: source.offset } : undefined;
}
