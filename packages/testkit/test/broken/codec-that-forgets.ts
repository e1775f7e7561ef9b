import type { BrokenPlugin } from './broken-plugin.ts';
import { flip, sound, soundFixtures } from './sound.ts';

/** Does not give back the last byte of what is longer than its tests were. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    codecs: [{ ...flip, encode: (input) => input.map((byte, at) => (at === 5000 ? byte : byte ^ 0xff)) }],
  },
  fixtures: soundFixtures,
  fails: ['decodes what it encodes with sound/flip'],
};

export default broken;
