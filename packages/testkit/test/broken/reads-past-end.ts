import type { BrokenPlugin } from './broken-plugin.ts';
import { readRows, sound, soundFixtures, toIndex } from './sound.ts';

/** Reads a number from a header that may not be there. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, { signal }) => {
      const head = await source.read(0, Math.min(8, source.size), { signal });
      new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);
      return toIndex(await readRows(source, signal));
    },
  },
  fixtures: soundFixtures,
  fails: ['survives being cut off at every byte'],
};

export default broken;
