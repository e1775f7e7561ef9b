import { ArchiveError, ByteReader, ByteWriter, type IndexEntry } from '@packwright/core';
import type { BrokenPlugin } from './broken-plugin.ts';
import { readOnly } from './sound.ts';

const blockLength = 16;

/** Follows a chain of blocks for as long as it leads on: "LOOP", then blocks of next, offset, length, name. */
const broken: BrokenPlugin = {
  plugin: {
    ...readOnly,
    id: 'loop',
    signatures: [{ at: 0, bytes: '4c4f4f50' }],
    codecs: [],
    detect: ({ head }) =>
      head.length >= 4 && new ByteReader(head, 'little').text(4) === 'LOOP'
        ? { confidence: 90, reason: 'the signature "LOOP"' }
        : undefined,
    open: async (source, { signal }) => {
      const entries: IndexEntry[] = [];
      let next = 4;
      while (next !== 0) {
        if (next > source.size - blockLength)
          throw new ArchiveError('TRUNCATED', `Found no block at ${next}.`);
        const block = new ByteReader(await source.read(next, blockLength, { signal }), 'little');
        next = block.u32() * 4;
        entries.push({ extents: [{ offset: block.u32(), length: block.u32() }], path: block.text(4) });
      }
      return {
        variant: 'loop',
        entries: { length: entries.length, at: (number) => entries[number] ?? { extents: [] } },
        structure: [{ name: 'blocks', offset: 0, length: 36 }],
      };
    },
  },
  fixtures: [
    {
      name: 'two blocks',
      bytes: new ByteWriter('little')
        .text('LOOP')
        .u32(5)
        .u32(36)
        .u32(2)
        .text('a', 4)
        .u32(0)
        .u32(38)
        .u32(2)
        .text('b', 4)
        .text('hihi')
        .finish(),
      entries: [
        { path: 'a', content: 'hi' },
        { path: 'b', content: 'hi' },
      ],
    },
  ],
  fails: ['survives a change of every byte of header and table'],
};

export default broken;
