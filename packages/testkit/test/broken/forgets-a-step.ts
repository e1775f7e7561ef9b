import type { BrokenPlugin } from './broken-plugin.ts';
import { buildSound, readOnly, readRows, toEntry, toIndex } from './sound.ts';

/** Says that stored bytes are plain although a step must turn them. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    codecs: [],
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => {
        const { checksum: _, ...entry } = toEntry(rows, number);
        const extents = entry.extents.map((extent) =>
          'bytes' in extent ? extent : { offset: extent.offset, length: extent.length },
        );
        return { ...entry, extents };
      };
      return { ...index, entries: { length: index.entries.length, at } };
    },
  },
  fixtures: [
    {
      name: 'one flipped file',
      bytes: buildSound([{ path: 'a.txt', kind: 'flipped', text: 'flipped' }]),
      entries: [{ path: 'a.txt', content: 'flipped' }],
    },
  ],
  fails: [
    'reads each file at once',
    'streams each file',
    'gives random access to each file',
    'reads files in any order, and at the same time',
    'gives the same through a source in memory',
    'gives the same through a Blob',
    'gives the same through a slow source',
    'gives the same through a source without readInto',
    'gives the same through a slice of a larger file',
    'stops reading when an abort comes in the middle',
  ],
};

export default broken;
