import type { BrokenPlugin } from './broken-plugin.ts';
import { buildSound, readOnly, readRows, toEntry, toIndex } from './sound.ts';

/** Lists directories as files of no bytes. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => ({ ...toEntry(rows, number), kind: 'file' as const });
      return { ...index, entries: { length: index.entries.length, at } };
    },
  },
  fixtures: [
    {
      name: 'a directory and an empty file',
      bytes: buildSound([
        { path: 'folder', kind: 'directory', text: '' },
        { path: 'empty.txt', kind: 'plain', text: '' },
      ]),
      entries: [
        { path: 'folder', kind: 'directory' },
        { path: 'empty.txt', content: '' },
      ],
    },
  ],
  fails: ['tells files from directories'],
};

export default broken;
