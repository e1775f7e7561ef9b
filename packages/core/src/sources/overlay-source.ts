import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource, ReadOptions } from '../contract/byte-source.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { BytesSource } from './bytes-source.ts';
import { checkSourceRange } from './check-range.ts';
import { gather, gatherInto, type Stretch } from './gather.ts';

/** Bytes that stand in the place of a base's own. */
export type Patch =
  | { readonly offset: number; readonly bytes: Uint8Array }
  | { readonly offset: number; readonly source: ByteSource };

/** A patch as the overlay keeps it. */
export interface PlacedPatch {
  readonly offset: number;
  readonly source: ByteSource;
}

/** A source with some ranges replaced, and perhaps another size: an edit before it is written. */
export class OverlaySource implements ByteSource {
  readonly size: number;
  readonly name: string | undefined;
  readonly base: ByteSource;
  /** By offset; no two overlap. */
  readonly patches: readonly PlacedPatch[];

  /** Bytes beyond the base that no patch covers are zeros. */
  constructor(base: ByteSource, patches: readonly Patch[], size: number = base.size) {
    this.base = base;
    this.name = base.name;
    this.size = size;
    this.patches = patches.map(placePatch).sort((a, b) => a.offset - b.offset);
    let end = 0;
    for (const patch of this.patches) {
      checkSourceRange(patch.offset, patch.source.size, size, this.name);
      if (patch.offset < end) {
        throw new ArchiveError(
          'SOURCE_OUT_OF_RANGE',
          `Found a patch at offset ${patch.offset}, expected ${end} or more, where the one before it ends.`,
          { path: this.name, offset: patch.offset },
        );
      }
      end = patch.offset + patch.source.size;
    }
  }

  read(offset: number, length: number, options?: ReadOptions): Awaitable<Uint8Array> {
    return gather(this.#stretches(offset, length, options), options);
  }

  readInto(offset: number, target: Uint8Array, options?: ReadOptions): Awaitable<void> {
    return gatherInto(this.#stretches(offset, target.length, options), target, options);
  }

  sibling(name: string): Promise<ByteSource | undefined> {
    return this.base.sibling?.(name) ?? Promise.resolve(undefined);
  }

  async close(): Promise<void> {
    await this.base.close?.();
  }

  #stretches(offset: number, length: number, options: ReadOptions | undefined): readonly Stretch[] {
    options?.signal?.throwIfAborted();
    checkSourceRange(offset, length, this.size, this.name);
    const end = offset + length;
    const stretches: Stretch[] = [];
    let at = offset;
    for (let number = this.#firstPatchAfter(offset); at < end; number++) {
      const patch = this.patches[number];
      const start = Math.min(end, patch?.offset ?? end);
      if (start > at) pushBase(stretches, this.base, at, start);
      at = Math.max(at, start);
      if (patch === undefined || at >= end) break;
      const stop = Math.min(end, patch.offset + patch.source.size);
      if (stop > at) stretches.push({ source: patch.source, offset: at - patch.offset, length: stop - at });
      at = stop;
    }
    return stretches;
  }

  /** The first patch that ends after an offset. */
  #firstPatchAfter(offset: number): number {
    let low = 0;
    let high = this.patches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const patch = this.patches[middle];
      if (patch !== undefined && patch.offset + patch.source.size > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function placePatch(patch: Patch): PlacedPatch {
  return 'bytes' in patch ? { offset: patch.offset, source: new BytesSource(patch.bytes) } : patch;
}

function pushBase(stretches: Stretch[], base: ByteSource, start: number, end: number): void {
  const edge = Math.min(end, Math.max(start, base.size));
  if (edge > start) stretches.push({ source: base, offset: start, length: edge - start });
  if (end > edge) stretches.push({ source: undefined, offset: edge, length: end - edge });
}
