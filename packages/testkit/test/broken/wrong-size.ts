import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, readRows, soundFixtures, toEntry, toIndex } from './sound.ts';

/** Lists each file one byte too large. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => {
        const entry = toEntry(rows, number);
        return entry.size === undefined ? entry : { ...entry, size: entry.size + 1 };
      };
      return { ...index, entries: { length: index.entries.length, at } };
    },
  },
  fixtures: soundFixtures,
  fails: ['tells the size of each file'],
};

export default broken;
