import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Reads a number of the head before it has asked how long the head is. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    detect: (probe) => {
      const bid = sound.detect(probe);
      if (bid === undefined) return undefined;
      const { head } = probe;
      const count = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);
      return { confidence: count > 0 ? 90 : 60, reason: 'the signature "SOND" and a count' };
    },
  },
  fixtures: soundFixtures,
  fails: ['looks at a beginning of any length without failing', 'survives being cut off at every byte'],
};

export default broken;
