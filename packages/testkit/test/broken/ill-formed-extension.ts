import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Leaves out the dot. */
const broken: BrokenPlugin = {
  plugin: { ...sound, extensions: ['snd'] },
  fixtures: soundFixtures,
  fails: ['has a well-formed id, title, extensions and signatures'],
};

export default broken;
