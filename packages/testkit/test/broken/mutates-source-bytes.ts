import type { BrokenPlugin } from './broken-plugin.ts';
import { readRows, sound, soundFixtures, toIndex } from './sound.ts';

/** Tidies up the bytes that a source has lent. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      if (rows.length > 0) rows[1] = 1;
      return toIndex(rows);
    },
  },
  fixtures: soundFixtures,
  fails: ['leaves the bytes of the source alone'],
};

export default broken;
