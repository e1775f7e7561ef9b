import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, readRows, soundFixtures, toIndex } from './sound.ts';

/** Uses what only some sources offer. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      if (source.readInto === undefined) throw new TypeError('source.readInto is not a function');
      return toIndex(await readRows(source, signal));
    },
  },
  fixtures: soundFixtures,
  fails: ['gives the same through a source without readInto', 'gives the same through a Blob'],
};

export default broken;
