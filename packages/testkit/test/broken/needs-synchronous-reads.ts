import { ArchiveError } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, readRows, soundFixtures, toIndex } from './sound.ts';

/** Was only ever tried with bytes in memory. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: async (source, { signal }) => {
      const head = source.read(0, Math.min(8, source.size), { signal });
      if (head instanceof Promise) await head;
      if (head instanceof Promise) throw new ArchiveError('DAMAGED', 'Found no header, expected one.');
      return toIndex(await readRows(source, signal));
    },
  },
  fixtures: soundFixtures,
  fails: ['gives the same through a slow source', 'gives the same through a Blob'],
};

export default broken;
