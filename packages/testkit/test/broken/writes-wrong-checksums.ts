import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures, writeSound } from './sound.ts';

/** Writes zeros where the first checksum belongs. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    writer: {
      options: {},
      check: (entries, options) => sound.writer?.check(entries, options) ?? [],
      async *write(entries, context) {
        yield* writeSound(entries, context);
        if (entries.length > 0) yield { at: 20, pieces: [{ zeros: 4 }] };
      },
    },
  },
  fixtures: soundFixtures,
  fails: ['gives back the content it has written'],
};

export default broken;
