import type { BrokenPlugin } from './broken-plugin.ts';
import { buildSound, readOnly, readRows, toEntry, toIndex } from './sound.ts';

/** Lists by name instead of in the order of the table. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const entries = Array.from({ length: index.entries.length }, (_, number) => toEntry(rows, number));
      entries.sort((a, b) => ((a.path ?? '') < (b.path ?? '') ? -1 : 1));
      return {
        ...index,
        entries: { length: entries.length, at: (number) => entries[number] ?? { extents: [] } },
      };
    },
  },
  fixtures: [
    {
      name: 'two files of the same content, the later name first',
      bytes: buildSound([
        { path: 'b.txt', kind: 'plain', text: 'same' },
        { path: 'a.txt', kind: 'plain', text: 'same' },
      ]),
      entries: [
        { path: 'b.txt', content: 'same' },
        { path: 'a.txt', content: 'same' },
      ],
    },
  ],
  fails: ['lists its entries in order'],
};

export default broken;
