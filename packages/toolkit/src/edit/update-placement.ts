import { type ArchiveIndex, alignUp, type Change, type Placement, type WritePart } from '@packwright/core';
import {
  type ByteRange,
  freeRanges,
  intersectRanges,
  joinRanges,
  storedRanges,
  usedRanges,
} from './used-ranges.ts';

/** Finds room for the parts of an edit: the old place of what is replaced, then free gaps, then the end. */
export class UpdatePlacement implements Placement {
  readonly #changes: readonly Change[];
  readonly #index: ArchiveIndex;
  #free: ByteRange[];
  #end: number;

  constructor(index: ArchiveIndex, changes: readonly Change[], size: number) {
    this.#index = index;
    this.#changes = changes;
    this.#end = size;
    this.#free = findRoom(index, changes, size);
  }

  get end(): number {
    return this.#end;
  }

  place(part: WritePart, size: number): number {
    if (part.at !== undefined) return part.at;
    const align = part.align ?? 1;
    const found =
      part.end || size === 0 ? undefined : (this.#oldPlace(part, size, align) ?? this.#bestGap(size, align));
    if (found === undefined) return this.placeOpen(part);
    this.#take(found, size);
    return found;
  }

  placeOpen(part: WritePart): number {
    return part.at ?? alignUp(this.#end, part.align ?? 1);
  }

  wrote(at: number, size: number): void {
    this.#end = Math.max(this.#end, at + size);
    this.#take(at, size);
  }

  /** Where the replaced entry lies now, if the new bytes fit there. */
  #oldPlace(part: WritePart, size: number, align: number): number | undefined {
    for (const piece of part.pieces) {
      const change = 'entry' in piece ? this.#changes[piece.entry] : undefined;
      if (change?.kind !== 'replace') continue;
      const [first] = storedRanges(this.#index, change.entry);
      const at = first?.[0];
      if (at === undefined || alignUp(at, align) !== at) return undefined;
      const room = this.#free.find(({ start, end }) => start <= at && at < end);
      return room !== undefined && size <= room.end - at ? at : undefined;
    }
    return undefined;
  }

  #bestGap(size: number, align: number): number | undefined {
    let best: number | undefined;
    let waste = Number.POSITIVE_INFINITY;
    for (const { start, end } of this.#free) {
      const at = alignUp(start, align);
      const left = end - at - size;
      if (left >= 0 && left < waste) [best, waste] = [at, left];
    }
    return best;
  }

  #take(at: number, size: number): void {
    this.#free = this.#free.flatMap(({ start, end }) => {
      if (at >= end || at + size <= start) return [{ start, end }];
      return [
        { start, end: at },
        { start: at + size, end },
      ].filter((range) => range.start < range.end);
    });
  }
}

/** Room that an edit may use: what replaced and removed entries give up, and gaps where the format says they are free. */
function findRoom(index: ArchiveIndex, changes: readonly Change[], size: number): ByteRange[] {
  const gone = new Set<number>();
  for (const change of changes) {
    if (change.kind === 'replace' || change.kind === 'remove') gone.add(change.entry);
  }
  const free = freeRanges(usedRanges(index, gone), size);
  if (index.gaps === 'free') return free;
  const given: ByteRange[] = [];
  for (const number of gone) {
    for (const [offset, length] of storedRanges(index, number))
      given.push({ start: offset, end: offset + length });
  }
  return intersectRanges(free, joinRanges(given));
}
