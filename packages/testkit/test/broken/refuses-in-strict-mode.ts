import { ArchiveError } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, soundFixtures } from './sound.ts';

/** Takes strict for never. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, context) => {
      if (context.strict) throw new ArchiveError('DAMAGED', 'Found strictness, expected none.');
      return readOnly.open(source, context);
    },
  },
  fixtures: soundFixtures,
  fails: ['opens in strict mode'],
};

export default broken;
