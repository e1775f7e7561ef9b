import { alignUp } from '@packwright/core';
import type { Layout } from './layout.ts';
import type { WriteValues } from './write-options.ts';

/** Where files and directory go when all sizes are known. */
export interface FilePlaces {
  readonly offsets: Float64Array;
  readonly dirOffset: number;
  readonly end: number;
}

/** Where the first file may start. */
export function dataStart(layout: Layout, count: number, options: WriteValues): number {
  return layout.headerBytes + (options.directory === 'start' ? count * layout.rowBytes : 0);
}

/** Lays files out one behind another, each at the next multiple of `align`; `sizes` of −1 take no room of their own. */
export function placeFiles(layout: Layout, sizes: readonly number[], options: WriteValues): FilePlaces {
  const { align = 1 } = options;
  const offsets = new Float64Array(sizes.length);
  const rows = sizes.length * layout.rowBytes;
  let at = dataStart(layout, sizes.length, options);
  for (let number = 0; number < sizes.length; number++) {
    const size = sizes[number] ?? 0;
    if (size < 0) continue;
    at = alignUp(at, align);
    offsets[number] = at;
    at += size;
  }
  if (options.directory === 'start') return { offsets, dirOffset: layout.headerBytes, end: at };
  const dirOffset = sizes.length === 0 ? layout.headerBytes : alignUp(at, align);
  return { offsets, dirOffset, end: dirOffset + rows };
}
