import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

const { id, title, extensions } = sound;

/** Has a signature in package.json that its archives do not have. */
const broken: BrokenPlugin = {
  plugin: sound,
  fixtures: soundFixtures,
  options: {
    manifest: {
      contract: 1,
      formats: [{ id, title, extensions, signatures: [{ at: 0, bytes: '444e4f53' }] }],
    },
  },
  fails: ['says the same in package.json as in the plugin'],
};

export default broken;
