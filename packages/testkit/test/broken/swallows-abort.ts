import { ArchiveError } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Turns whatever happens while reading into damage, an abort included. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, context) => {
      try {
        return await sound.open(source, context);
      } catch (cause) {
        throw new ArchiveError('DAMAGED', 'Found something unreadable, expected a table.', { cause });
      }
    },
  },
  fixtures: soundFixtures,
  fails: ['stops opening when an abort comes in the middle'],
};

export default broken;
