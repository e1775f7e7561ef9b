import type { BrokenPlugin } from './broken-plugin.ts';
import { readRows, sound, soundFixtures, toIndex } from './sound.ts';

/** Reads the table without handing the signal on. */
const broken: BrokenPlugin = {
  plugin: { ...sound, open: async (source) => toIndex(await readRows(source, undefined)) },
  fixtures: soundFixtures,
  fails: ['stops opening when an abort comes in the middle'],
};

export default broken;
