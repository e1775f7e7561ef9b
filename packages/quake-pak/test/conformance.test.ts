import { describeFormat, type FormatFixture } from '@packwright/testkit';
import { describe, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import plugin from '../src/index.ts';
import { buildPak, latin1, quakeRows } from './support/build-pak.ts';
import { minimalArchives } from './support/minimal.ts';
import { storedZlib } from './support/stored-zlib.ts';

const minimal: readonly FormatFixture[] = minimalArchives.map(({ name, variant, bytes, entries }) => ({
  name,
  fileName: name,
  variant,
  bytes,
  entries,
  ...(name === 'dirfirst-garbage.pak' ? { foreignBytes: 8 } : {}),
}));

const nine = 'abcdefghi'
  .split('')
  .map((letter): [string, string] => [`maps/${letter}.bsp`, letter.repeat(3)]);

/** Eight rows of 72 bytes are nine rows of 64. */
function eightDaikatanaRows(): Uint8Array {
  const rows = nine
    .slice(0, 8)
    .map(([name], at) => ({ name, offset: 12 + at * 3, size: 3, packed: 3, last: 0 }));
  return buildPak({ rowBytes: 72, data: latin1('aaabbbcccdddeeefffggghhh'), rows });
}

function anachronox(): Uint8Array {
  const packed = storedZlib(latin1('models'));
  return buildPak({
    magic: 'ADAT',
    nameBytes: 128,
    rowBytes: 144,
    data: packed,
    rows: [
      { name: 'models/a.md2', offset: 16, size: 6, packed: packed.length, last: 7 },
      { name: 'empty.txt', offset: 0, size: 0, packed: 0 },
    ],
  });
}

const further: readonly FormatFixture[] = [
  {
    name: 'nine rows, which could be eight of Daikatana',
    variant: 'quake',
    bytes: buildPak(quakeRows(nine)),
    entries: nine.map(([path, content]) => ({ path, content })),
  },
  {
    name: 'eight Daikatana rows, which could be nine of Quake',
    variant: 'daikatana',
    bytes: eightDaikatanaRows(),
    entries: nine.slice(0, 8).map(([path, content]) => ({ path, content })),
  },
  {
    name: 'one name twice, two rows that share bytes, and an empty file with an offset far away',
    variant: 'quake',
    bytes: buildPak({
      data: latin1('first second'),
      rows: [
        { name: 'a.txt', offset: 12, size: 5 },
        { name: 'a.txt', offset: 18, size: 6 },
        { name: 'whole.txt', offset: 12, size: 12 },
        { name: 'empty.txt', offset: 0xffff_fff0, size: 0 },
      ],
    }),
    entries: [
      { path: 'a.txt', content: 'first' },
      { path: 'a.txt', content: 'second' },
      { path: 'whole.txt', content: 'first second' },
      { path: 'empty.txt', content: '' },
    ],
  },
  {
    name: 'every file at a multiple of four',
    variant: 'quake',
    bytes: buildPak({
      data: latin1('one\0two\0'),
      rows: [
        { name: 'one', offset: 12, size: 3 },
        { name: 'two', offset: 16, size: 3 },
      ],
    }),
    entries: [
      { path: 'one', content: 'one' },
      { path: 'two', content: 'two' },
    ],
  },
  {
    name: 'Anachronox with an empty file that has no stream',
    fileName: 'models.dat',
    variant: 'anachronox',
    bytes: anachronox(),
    entries: [
      { path: 'models/a.md2', content: 'models' },
      { path: 'empty.txt', content: '' },
    ],
    options: { experimental: true },
  },
  {
    name: 'a row in the header, one in the directory and one without a name',
    variant: 'quake',
    bytes: buildPak({
      data: latin1('x'),
      rows: [
        { name: 'header', offset: 8, size: 4 },
        { name: 'directory', offset: 12, size: 2 },
        { name: '', offset: 12, size: 1 },
      ],
    }),
    entries: [{ path: 'header' }, { path: 'directory' }, { path: '', content: 'x' }],
    errors: ['row-over-header', 'row-over-directory', 'empty-name'],
    overlaps: true,
    unwritable: 'an empty name cannot be written',
  },
];

describeFormat({ describe, it }, plugin, [...minimal, ...further], { manifest: manifest.packwright });
