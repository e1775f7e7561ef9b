import { allocate } from '../bytes/allocate.ts';
import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { readExactly } from './read-exactly.ts';

/** A stretch of a composed source: where its bytes come from. Without a source they are zeros. */
export interface Stretch {
  readonly source: ByteSource | undefined;
  readonly offset: number;
  readonly length: number;
}

/** The bytes of stretches one after another; a single one is passed through without a copy. */
export function gather(stretches: readonly Stretch[], options?: ReadOptions): Awaitable<Uint8Array> {
  const [first, ...more] = stretches;
  if (first?.source !== undefined && more.length === 0) {
    return first.source.read(first.offset, first.length, options);
  }
  const target = allocate(stretches.reduce((sum, stretch) => sum + stretch.length, 0));
  return chain(gatherInto(stretches, target, options), () => target);
}

/** Fills a buffer from stretches; all reads start at once, so that a remote source can join them. */
export function gatherInto(
  stretches: readonly Stretch[],
  target: Uint8Array,
  options?: ReadOptions,
): Awaitable<void> {
  const pending: Promise<void>[] = [];
  let at = 0;
  for (const { source, offset, length } of stretches) {
    const part = target.subarray(at, at + length);
    at += length;
    if (source === undefined) {
      part.fill(0);
      continue;
    }
    const done = readExactly(source, offset, part, options);
    if (done instanceof Promise) pending.push(done);
  }
  return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined);
}
