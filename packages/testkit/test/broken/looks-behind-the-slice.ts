import { flatten } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, soundFixtures } from './sound.ts';

/** Goes back to the file that a nested archive lies in, and takes its start for the archive's. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: (source, context) => readOnly.open(flatten(source)?.base ?? source, context),
  },
  fixtures: soundFixtures,
  fails: ['gives the same through a slice of a larger file'],
};

export default broken;
