import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures, writeSound } from './sound.ts';

/** Takes it for granted that a name has a first letter. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    writer: {
      options: {},
      check: (entries, options) => {
        for (const { path } of entries) (path[0] as string).toLowerCase();
        return sound.writer?.check(entries, options) ?? [];
      },
      write: writeSound,
    },
  },
  fixtures: soundFixtures,
  fails: ['writes or refuses a file without a name'],
};

export default broken;
