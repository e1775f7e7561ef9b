import type { BrokenPlugin } from './broken-plugin.ts';
import { rowLength, sound, soundFixtures, toIndex } from './sound.ts';

const names: readonly { readonly title: string }[] = [
  { title: 'directory' },
  { title: 'plain' },
  { title: 'flipped' },
];

/** Looks up a number of the table in a list without asking whether it is there. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, context) => {
      const index = await sound.open(source, context).catch(async (error: unknown) => {
        const rows = await source.read(8, Math.floor((source.size - 8) / rowLength) * rowLength);
        const row = names[rows[0] ?? 0] as { readonly title: string };
        if (row.title !== '') throw error;
        return toIndex(rows);
      });
      return index;
    },
  },
  fixtures: soundFixtures,
  fails: ['survives a change of every byte of header and table'],
};

export default broken;
