import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, readRows, soundFixtures, toEntry, toIndex } from './sound.ts';

/** Says that a checksum covers the stored bytes although it covers the content. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => {
        const entry = toEntry(rows, number);
        if (entry.checksum === undefined) return entry;
        return { ...entry, checksum: { ...entry.checksum, over: 'stored' as const } };
      };
      return { ...index, entries: { length: index.entries.length, at } };
    },
  },
  fixtures: soundFixtures,
  fails: ['verifies clean'],
};

export default broken;
