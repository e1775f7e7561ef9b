import { ByteReader } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { sound, soundFixtures } from './sound.ts';

/** Makes room for as many rows as the header says before it looks whether they can be there. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    open: async (source, context) => {
      if (source.size < 8) return sound.open(source, context);
      const head = await source.read(0, 8, { signal: context.signal });
      const count = new ByteReader(head, 'little').seek(4).u32();
      const room = new Uint8Array(Math.min(count, 2 ** 25));
      const index = await sound.open(source, context);
      return { ...index, attributes: { room: room.length } };
    },
  },
  fixtures: soundFixtures,
  fails: ['allocates no more than the bytes present justify'],
};

export default broken;
