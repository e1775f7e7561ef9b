import {
  type ByteSink,
  type ByteSource,
  BytesSource,
  flatten,
  OverlaySource,
  SliceSource,
} from '@packwright/core';

/** Bytes that an edit puts into an archive. */
export interface EditPatch {
  readonly offset: number;
  readonly source: ByteSource;
}

/**
 * Collects the writes of an edit instead of doing them. Later writes win over earlier ones, and ranges that would
 * only be written back to where they lie are left out: that is how a nested archive is patched in place.
 */
export class PatchSet implements ByteSink {
  readonly #base: ByteSource;
  /** By offset, never overlapping. */
  #patches: EditPatch[] = [];
  #size: number;
  #lastOffset = 0;

  constructor(base: ByteSource) {
    this.#base = base;
    this.#size = base.size;
  }

  /** In order of offset. */
  get patches(): readonly EditPatch[] {
    return this.#patches;
  }

  /** Number of the patch that was put down last: the one that makes the others count. */
  get last(): number {
    return this.#patches.findLastIndex(({ offset }) => offset <= this.#lastOffset);
  }

  /** Size of the archive after the edit. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that will be written. */
  get written(): number {
    return this.#patches.reduce((sum, { source }) => sum + source.size, 0);
  }

  write(offset: number, bytes: Uint8Array): void {
    this.#put(offset, new BytesSource(bytes.slice()));
  }

  writeFrom(offset: number, source: ByteSource, from: number, length: number): void {
    this.#reach(offset + length);
    if (length === 0) return;
    if (source instanceof OverlaySource && this.#liesAt(source.base, from, offset)) {
      this.#cut(offset, offset + length);
      for (const patch of source.patches) {
        const start = Math.max(from, patch.offset);
        const end = Math.min(from + length, patch.offset + patch.source.size);
        if (start < end)
          this.writeFrom(offset + start - from, patch.source, start - patch.offset, end - start);
      }
      this.#keepBeyondBase(source, offset, from, length);
      return;
    }
    if (this.#liesAt(source, from, offset)) {
      this.#cut(offset, offset + length);
      return;
    }
    this.#put(offset, new SliceSource(source, from, length));
  }

  /** The archive as it will be. */
  result(): ByteSource {
    return new OverlaySource(this.#base, this.#patches, this.#size);
  }

  /** An overlay may be longer than its base; what no patch covers there is not in the file yet. */
  #keepBeyondBase(source: OverlaySource, offset: number, from: number, length: number): void {
    let at = Math.max(from, source.base.size);
    for (const patch of source.patches) {
      if (patch.offset >= from + length) break;
      if (patch.offset > at) this.#put(offset + at - from, new SliceSource(source, at, patch.offset - at));
      at = Math.max(at, patch.offset + patch.source.size);
    }
    if (at < from + length) this.#put(offset + at - from, new SliceSource(source, at, from + length - at));
  }

  /** Whether byte `from` of a source is byte `offset` of the archive that is being edited. */
  #liesAt(source: ByteSource, from: number, offset: number): boolean {
    const own = flatten(this.#base) ?? { base: this.#base, offset: 0 };
    const other = flatten(source) ?? { base: source, offset: 0 };
    return own.base === other.base && own.offset + offset === other.offset + from;
  }

  #put(offset: number, source: ByteSource): void {
    if (source.size === 0) return;
    this.#lastOffset = offset;
    this.#cut(offset, offset + source.size);
    this.#patches.splice(this.#firstFrom(offset), 0, { offset, source });
    this.#reach(offset + source.size);
  }

  #reach(end: number): void {
    this.#size = Math.max(this.#size, end);
  }

  /** Takes a range out of the patches that are there. */
  #cut(start: number, end: number): void {
    const kept: EditPatch[] = [];
    for (const patch of this.#patches) {
      const stop = patch.offset + patch.source.size;
      if (stop <= start || patch.offset >= end) {
        kept.push(patch);
        continue;
      }
      if (patch.offset < start) {
        kept.push({ offset: patch.offset, source: new SliceSource(patch.source, 0, start - patch.offset) });
      }
      if (stop > end) {
        kept.push({ offset: end, source: new SliceSource(patch.source, end - patch.offset, stop - end) });
      }
    }
    this.#patches = kept;
  }

  #firstFrom(offset: number): number {
    const found = this.#patches.findIndex((patch) => patch.offset >= offset);
    return found < 0 ? this.#patches.length : found;
  }
}
