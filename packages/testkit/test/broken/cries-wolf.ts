import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, soundFixtures } from './sound.ts';

/** Reports damage in archives that have none. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, context) => {
      context.report({
        severity: 'error',
        code: 'too-quiet',
        message: 'Found nothing wrong, expected something.',
      });
      return readOnly.open(source, context);
    },
  },
  fixtures: soundFixtures,
  fails: ['reports what the fixture shows, and nothing worse', 'opens in strict mode'],
};

export default broken;
