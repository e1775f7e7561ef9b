import type { BrokenPlugin } from './broken-plugin.ts';
import { flip, sound, soundFixtures } from './sound.ts';

/** Lets an error of the language out when the bytes are fewer than it likes. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    codecs: [
      {
        ...flip,
        decode: (input, step, size, context) => {
          if (size !== undefined && size > input.length) throw new RangeError('Invalid array length');
          return flip.decode(input, step, size, context);
        },
      },
    ],
  },
  fixtures: soundFixtures,
  fails: ['decodes noise with sound/flip without failing badly'],
};

export default broken;
