import { ArchiveError, type Codec } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { buildSound, flip, readRows, sound, toEntry, toIndex, writeSound } from './sound.ts';

let encoded = 0;

/** Puts a number before the content that nobody needs: how many came before. */
const numbered: Codec = {
  id: flip.id,
  decode(input) {
    if (input.length === 0) throw new ArchiveError('TRUNCATED', 'Found nothing, expected a number.');
    return input.slice(1);
  },
  encode(input) {
    const output = new Uint8Array(input.length + 1);
    output[0] = encoded++;
    output.set(input, 1);
    return output;
  },
};

/** Lets the order in which entries are encoded into the bytes: with workers it depends on who comes first. */
const broken: BrokenPlugin = {
  plugin: {
    ...sound,
    codecs: [numbered],
    open: async (source, { signal }) => {
      const rows = await readRows(source, signal);
      const index = toIndex(rows);
      const at = (number: number) => {
        const { size: _, ...entry } = toEntry(rows, number);
        const extents = entry.extents.map((extent) => {
          if ('bytes' in extent) return extent;
          return { offset: extent.offset, length: extent.length, steps: [{ codec: numbered.id }] };
        });
        return { ...entry, extents };
      };
      return { ...index, entries: { length: index.entries.length, at } };
    },
    writer: {
      options: {},
      check: (entries, options) => sound.writer?.check(entries, options) ?? [],
      write(entries, context) {
        encoded = 0;
        return writeSound(entries, context);
      },
    },
  },
  fixtures: [
    {
      name: 'two files with numbers that no writer gives',
      bytes: buildSound([
        { path: 'a.txt', kind: 'plain', text: '~first', content: 'first' },
        { path: 'b.txt', kind: 'plain', text: '~second', content: 'second' },
      ]),
      entries: [
        { path: 'a.txt', content: 'first' },
        { path: 'b.txt', content: 'second' },
      ],
      roundTrip: { reason: 'the numbers say nothing about the content' },
    },
  ],
  fails: ['writes the same bytes with any number of workers'],
};

export default broken;
