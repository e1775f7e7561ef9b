import type { BrokenPlugin } from './broken-plugin.ts';
import { flip, readOnly, soundFixtures } from './sound.ts';

const { encode: _, ...decodeOnly } = flip;

/** Claims that its archives can be made again, but has no encoder. */
const broken: BrokenPlugin = {
  plugin: { ...readOnly, codecs: [decodeOnly] },
  fixtures: soundFixtures,
  fails: ['is made again by its encoders alone'],
};

export default broken;
