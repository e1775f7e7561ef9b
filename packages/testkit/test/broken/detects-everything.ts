import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Bids for whatever it is shown. */
const broken: BrokenPlugin = {
  plugin: { ...sound, detect: () => ({ confidence: 80, reason: 'hope' }) },
  fixtures: soundFixtures,
  fails: ['does not take foreign files for its own'],
};

export default broken;
