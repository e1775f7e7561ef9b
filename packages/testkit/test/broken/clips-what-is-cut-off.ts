import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, readRows, soundFixtures, toEntry, toIndex } from './sound.ts';

/** Gives what is left of a file as if it were all of it. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => {
        const { checksum: _, ...entry } = toEntry(rows, number);
        const [extent] = entry.extents;
        if (extent === undefined || 'bytes' in extent || extent.offset > source.size) return entry;
        const length = Math.min(extent.length, source.size - extent.offset);
        return { ...entry, size: length, extents: [{ ...extent, length, size: length }] };
      };
      return { ...index, entries: { length: index.entries.length, at } };
    },
  },
  fixtures: soundFixtures,
  fails: ['survives being cut off at every byte'],
};

export default broken;
