import { describeFormat, type FormatFixture } from '@packwright/testkit';
import { describe, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { rfgAsm, rfgVpp } from '../src/index.ts';
import * as dumps from './support/dumps.ts';
import { sparse } from './support/sparse.ts';
import { hello, pattern } from './support/write-bytes.ts';

const entries = [
  { path: 'Hello.txt', content: hello },
  { path: 'b.bin', content: pattern },
];

const fixtures: readonly FormatFixture[] = [
  { name: 'version 1', fileName: 'a.vpp', variant: 'v1', bytes: dumps.version1, entries },
  { name: 'version 3, raw', fileName: 'a.vpp_pc', variant: 'v3', bytes: dumps.version3Raw, entries },
  { name: 'version 3, compressed', fileName: 'a.vpp_pc', bytes: dumps.version3Compressed, entries },
  { name: 'version 3, condensed', fileName: 'a.vpp_pc', bytes: dumps.version3Condensed, entries },
  { name: 'version 3, compacted', fileName: 'a.str2_pc', bytes: dumps.version3Compacted, entries },
  {
    name: 'version 3, compacted on 64 bytes',
    fileName: 'table.vpp_pc',
    bytes: dumps.version3Aligned,
    entries,
  },
  { name: 'version 3, big endian', fileName: 'a.vpp_xbox2', bytes: dumps.version3BigEndian, entries },
  {
    name: 'version 3 without entries',
    fileName: 'a.vpp_pc',
    bytes: sparse(2048, [
      [0, 'ce0a895103000000'],
      [0x158, '0008000000000000'],
      [0x168, 'ffffffff'],
    ]),
    entries: [],
  },
];

const container = sparse(94, [
  [0x00, 'edfeefbe05000100040064656d6f1680'],
  [0x10, '000200001800000300' + '00001f0000000d'],
  [0x20, '00000014000000' + '070000000c0064656d'],
  [0x30, '6f2e637065675f70630100' + '04000d0000'],
  [0x40, '00140000000b0064656d6f2e7269675f'],
  [0x50, '70631100000007000000' + '00000000'],
]);

describeFormat({ describe, it }, rfgVpp, fixtures, { manifest: manifest.packwright, positions: 192 });
describeFormat(
  { describe, it },
  rfgAsm,
  [
    {
      name: 'one container',
      fileName: 'a.asm_pc',
      variant: 'asm5',
      bytes: container,
      entries: [{ path: 'demo', content: container.subarray(8) }],
    },
    { name: 'no container', fileName: 'a.asm_pc', bytes: container.slice(0, 8).fill(0, 6), entries: [] },
  ],
  { manifest: manifest.packwright },
);
