import { describeFormat, type FormatFixture } from '@packwright/testkit';
import { describe, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { saintsRowAsm, saintsRowVpp, saintsRowZone } from '../src/index.ts';
import { buildChunked } from './support/build-chunked.ts';
import { buildWide, frameBlocks } from './support/build-wide.ts';
import * as dumps from './support/dumps.ts';
import { sparse } from './support/sparse.ts';
import { hello, pattern, textBytes, twoFiles, writeBytes } from './support/write-bytes.ts';

const runner = { describe, it };
const entries = [
  { path: 'Hello.txt', content: hello },
  { path: 'b.bin', content: pattern },
];

const stored = { name: 'Hello.txt', size: 13, stored: textBytes(hello), isCompressed: false };
/** One literal-only block, and one with a match: AB, then 13 bytes from two back, then BABAB. */
const helloFrame = frameBlocks([{ block: Uint8Array.of(0xd0, ...textBytes(hello)), size: 13 }]);
const patternFrame = frameBlocks([
  { block: Uint8Array.of(0x29, 0x41, 0x42, 2, 0, 0x50, ...textBytes('BABAB')), size: 20 },
]);
const wideFiles = [
  { name: 'Hello.txt', size: 13, stored: helloFrame, isCompressed: true },
  { name: 'b.bin', size: 20, stored: patternFrame, isCompressed: true },
];
const isRead = { unwritable: 'the 64-bit kind is only read' };

const fixtures: readonly FormatFixture[] = [
  { name: 'version 4, raw', variant: 'v4', bytes: dumps.version4Raw, entries },
  { name: 'version 4, compressed', bytes: dumps.version4Compressed, entries },
  { name: 'version 6, raw', variant: 'v6', bytes: dumps.version6Raw, entries },
  { name: 'version 6, compacted', bytes: dumps.version6Compacted, entries },
  { name: 'version 10, raw', variant: 'v10', bytes: dumps.version10Raw, entries },
  { name: 'version 10, condensed', bytes: dumps.version10Condensed, entries },
  { name: 'version 10, compacted', bytes: dumps.version10Compacted, entries },
  ...['6', '10'].flatMap((version) =>
    ['compressed', 'condensed'].map((layout) => ({
      name: `version ${version}, ${layout}, big endian`,
      fileName: 'fixture.vpp_xbox2',
      bytes: () => writeBytes(saintsRowVpp, twoFiles, { version, layout, byteOrder: 'big' }),
      entries,
    })),
  ),
  {
    name: 'version 10, container',
    fileName: 'fixture.str2_pc',
    bytes: dumps.version10Container,
    entries,
  },
  {
    name: 'version 4 of the PlayStation 3, in chunks',
    fileName: 'fixture.vpp_ps3',
    bytes: buildChunked([{ stem: 'b', content: textBytes(pattern) }]),
    entries: [{ path: 'b.bin', content: pattern }],
    roundTrip: { reason: 'no encoder for chunks' },
  },
  {
    name: '64-bit version 6, compressed',
    variant: 'v6-64',
    bytes: buildWide(1, wideFiles),
    entries,
    roundTrip: { reason: 'no encoder for LZ4' },
    ...isRead,
  },
  {
    name: '64-bit version 6, compacted',
    bytes: buildWide(0x4803, wideFiles),
    entries,
    roundTrip: { reason: 'no encoder for LZ4' },
    ...isRead,
  },
  {
    name: '64-bit version 6, raw',
    bytes: buildWide(0, [stored]),
    entries: [entries[0] ?? { path: '' }],
    ...isRead,
  },
];

describeFormat(runner, saintsRowVpp, fixtures, { manifest: manifest.packwright, positions: 256 });

const assembler = sparse(0x6e, [
  [0x00, 'edfeefbe0c000100010000000c006974'],
  [0x10, '656d207072656c6f6164080100000003'],
  [0x20, '005065671001000000' + '05004974656d73'],
  [0x30, '04040064656d6f0480000100' + '6c000000'],
  [0x40, '090000000000001f0000000d00000014'],
  [0x50, '0000000c0064656d6f2e6376626d5f70'],
  [0x60, '631000040' + '10d0000001400000000'],
]);

describeFormat(
  runner,
  saintsRowAsm,
  [
    {
      name: 'one container',
      variant: 'asm12',
      bytes: assembler,
      entries: [{ path: 'demo', content: assembler.subarray(0x31) }],
    },
  ],
  { manifest: manifest.packwright },
);

const gpu = textBytes('0123456789abcdef');

describeFormat(
  runner,
  saintsRowZone,
  [
    {
      name: 'a header',
      fileName: 'demo.czh_pc',
      variant: 'czh',
      bytes: dumps.zoneHeader,
      entries: [
        { path: 'reference strings', content: 'a.clmesh_pc\0b.clmesh_pc\0\0' },
        { path: 'world zone header', content: dumps.zoneHeader.subarray(0x40, 0x80) },
        { path: 'file references', content: dumps.zoneHeader.subarray(0x80) },
      ],
    },
    {
      name: 'data without its GPU file',
      fileName: 'demo.czn_pc',
      variant: 'czn',
      bytes: dumps.zoneData,
      entries: [
        { path: '2241 traffic signals', content: 'abcde' },
        { path: '2237 editor geometry', content: 'wxyz' },
      ],
    },
    {
      name: 'data with its GPU file',
      fileName: 'demo.czn_pc',
      bytes: dumps.zoneData,
      siblings: { 'demo.gzn_pc': gpu },
      entries: [
        { path: '2241 traffic signals', content: 'abcde' },
        { path: '2237 editor geometry', content: 'wxyz0123456789abcdef' },
      ],
    },
  ],
  { manifest: manifest.packwright },
);
