import { describe, expect, test } from 'vitest';
import { rfgVpp } from '../src/index.ts';
import * as dumps from './support/dumps.ts';
import { readSample, samplesMissing } from './support/samples.ts';
import { twoFiles, writeBytes } from './support/write-bytes.ts';

const classic = { encoder: 'classic' };

describe('the smallest archives, byte for byte', () => {
  test.each([
    ['version 1', { version: '1' }, dumps.version1],
    ['version 3, raw', { version: '3' }, dumps.version3Raw],
    ['version 3, compressed', { version: '3', layout: 'compressed', ...classic }, dumps.version3Compressed],
    ['version 3, condensed', { version: '3', layout: 'condensed' }, dumps.version3Condensed],
    ['version 3, compacted', { layout: 'compacted', align: 1, ...classic }, dumps.version3Compacted],
    ['version 3, aligned', { layout: 'compacted', align: 64, level: 1, ...classic }, dumps.version3Aligned],
    ['version 3, big endian', { version: '3', byteOrder: 'big' }, dumps.version3BigEndian],
  ])('%s', async (_, options, expected) => {
    expect(await writeBytes(rfgVpp, twoFiles, options)).toEqual(expected);
  });

  test('the file name chooses the style', async () => {
    expect(await writeBytes(rfgVpp, twoFiles, {}, 'maps.vpp')).toEqual(dumps.version1);
    expect(await writeBytes(rfgVpp, twoFiles, {}, 'maps.vpp_pc')).toEqual(dumps.version3Raw);
    expect(await writeBytes(rfgVpp, twoFiles, classic, 'rifle.str2_pc')).toEqual(dumps.version3Compacted);
    const table = await writeBytes(
      rfgVpp,
      twoFiles,
      { layout: 'compacted', level: 1, ...classic },
      'table.vpp_pc',
    );
    expect(table).toEqual(dumps.version3Aligned);
  });
});

describe.skipIf(samplesMissing)('the dumps are those of the sample folder', () => {
  test.each([
    ['v1.vpp', dumps.version1],
    ['v3_raw.vpp_pc', dumps.version3Raw],
    ['v3_compressed.vpp_pc', dumps.version3Compressed],
    ['v3_condensed.vpp_pc', dumps.version3Condensed],
    ['v3_both.vpp_pc', dumps.version3Compacted],
    ['v3_both_align64.vpp_pc', dumps.version3Aligned],
  ])('%s', (name, expected) => {
    expect(readSample(`built/${name}`)).toEqual(expected);
  });
});
