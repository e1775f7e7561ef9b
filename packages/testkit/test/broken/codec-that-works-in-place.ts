import type { BrokenPlugin } from './broken-plugin.ts';
import { flip, readOnly, soundFixtures } from './sound.ts';

/** Writes the plain bytes over the stored ones. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    codecs: [
      {
        ...flip,
        decode: (input) => {
          for (let at = 0; at < input.length; at++) input[at] = (input[at] ?? 0) ^ 0xff;
          return input;
        },
      },
    ],
  },
  fixtures: soundFixtures,
  fails: ['leaves the bytes of the source alone', 'decodes what it encodes with sound/flip'],
};

export default broken;
