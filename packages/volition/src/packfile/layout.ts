/** How the entries of a packfile are stored: bit 0 of the flags is "compressed", bit 1 "condensed". */
export type Layout = 'raw' | 'compressed' | 'condensed' | 'compacted';

/** The layouts in the order of their flag bits. */
export const layouts: readonly Layout[] = ['raw', 'compressed', 'condensed', 'compacted'];

const compressedBit = 1;
const condensedBit = 2;

/** The layout that a header's flags name. */
export function layoutOf(flags: number): Layout {
  return layouts[flags & (compressedBit | condensedBit)] ?? 'raw';
}

/** The flag bits of a layout. */
export function layoutFlags(layout: Layout): number {
  return layouts.indexOf(layout);
}

/** Whether entries are compressed, each for itself or all together. */
export function isCompressed(layout: Layout): boolean {
  return (layoutFlags(layout) & compressedBit) !== 0;
}

/** Whether entries stand closer than whole sectors. */
export function isCondensed(layout: Layout): boolean {
  return (layoutFlags(layout) & condensedBit) !== 0;
}
