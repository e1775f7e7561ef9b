import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { ArchiveError } from '../errors/archive-error.ts';

/** Fills a buffer of the caller from a source, by its fast path where it has one. */
export function readExactly(
  source: ByteSource,
  offset: number,
  target: Uint8Array,
  options?: ReadOptions,
): Awaitable<void> {
  if (source.readInto !== undefined) return source.readInto(offset, target, options);
  return chain(source.read(offset, target.length, options), (bytes) => {
    if (bytes.length !== target.length) {
      throw new ArchiveError(
        'SOURCE_FAILED',
        `Found ${bytes.length} bytes at offset ${offset}, expected ${target.length}.`,
        { path: source.name, offset },
      );
    }
    target.set(bytes);
  });
}
