import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Has a default that is not among the choices. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    options: { mode: { type: 'choice', title: 'a choice', choices: ['a', 'b'], default: 'c' } },
  },
  fixtures: soundFixtures,
  fails: ['has well-formed options'],
};

export default broken;
