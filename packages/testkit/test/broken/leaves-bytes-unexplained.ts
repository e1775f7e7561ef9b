import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Does not tell that the table is there. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, context) => ({
      ...(await sound.open(source, context)),
      structure: [{ name: 'header', offset: 0, length: 8 }],
    }),
  },
  fixtures: soundFixtures,
  fails: ['explains every byte of the file'],
};

export default broken;
