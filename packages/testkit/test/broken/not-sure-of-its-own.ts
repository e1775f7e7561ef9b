import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Bids so little for its own archives that any other format wins. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    detect: (probe) =>
      sound.detect(probe) === undefined ? undefined : { confidence: 5, reason: 'a feeling' },
  },
  fixtures: soundFixtures,
  fails: ['is recognised with confidence'],
};

export default broken;
