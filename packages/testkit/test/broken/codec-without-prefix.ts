import type { Codec } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { flip, readOnly, readRows, soundFixtures, toEntry, toIndex } from './sound.ts';

const bare: Codec = { ...flip, id: 'flip' };

/** Gives its codec a name that belongs to core. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    codecs: [bare],
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => {
        const entry = toEntry(rows, number);
        const extents = entry.extents.map((extent) =>
          'steps' in extent && extent.steps !== undefined
            ? { ...extent, steps: [{ codec: bare.id }] }
            : extent,
        );
        return { ...entry, extents };
      };
      return { ...index, entries: { length: index.entries.length, at } };
    },
  },
  fixtures: soundFixtures,
  fails: ['puts its own id before the ids of its keys and codecs'],
};

export default broken;
