import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Waits for something that never comes when the first name is not as usual. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, context) => {
      const index = await sound.open(source, context);
      const first = index.entries.length === 0 ? '' : (index.entries.at(0).path ?? '');
      const isUsual = /^[\x20-\x7e]*$/.test(first);
      if (!isUsual) await new Promise<void>(() => undefined);
      return index;
    },
  },
  fixtures: soundFixtures,
  options: { deadline: 400 },
  fails: ['survives a change of every byte of header and table'],
};

export default broken;
