import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures, writeSound } from './sound.ts';

let written = 0;

/** Leaves a trace of when it was written. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    writer: {
      options: {},
      check: (entries, options) => sound.writer?.check(entries, options) ?? [],
      async *write(entries, context) {
        yield* writeSound(entries, context);
        yield { pieces: [{ bytes: Uint8Array.of(written++) }] };
      },
    },
  },
  fixtures: soundFixtures,
  fails: ['writes the same bytes every time'],
};

export default broken;
