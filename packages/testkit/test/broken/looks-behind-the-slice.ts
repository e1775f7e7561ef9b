import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly, soundFixtures } from './sound.ts';

/** Forgets that bytes may be a view of the file that a nested archive lies in, and takes its start for the archive's. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    open: (source, context) =>
      readOnly.open(
        {
          size: source.size,
          read: async (offset, length, options) => {
            const bytes = await source.read(offset, length, options);
            return offset === 0 ? new Uint8Array(bytes.buffer, 0, length) : bytes;
          },
        },
        context,
      ),
  },
  fixtures: soundFixtures,
  fails: ['gives the same through a slice of a larger file'],
};

export default broken;
