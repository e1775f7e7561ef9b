import { describe, expect, test } from 'vitest';
import { saintsRowVpp } from '../src/index.ts';
import * as dumps from './support/dumps.ts';
import { readSample, samplesMissing } from './support/samples.ts';
import { twoFiles, writeBytes } from './support/write-bytes.ts';

const classic = { encoder: 'classic' };

describe('the smallest archives, byte for byte', () => {
  test.each([
    ['version 4, raw', { version: '4' }, dumps.version4Raw],
    ['version 4, compressed', { version: '4', layout: 'compressed', ...classic }, dumps.version4Compressed],
    ['version 6, raw', { version: '6' }, dumps.version6Raw],
    ['version 6, compacted', { version: '6', layout: 'compacted', ...classic }, dumps.version6Compacted],
    ['version 10, raw', { version: '10' }, dumps.version10Raw],
    ['version 10, condensed', { version: '10', layout: 'condensed' }, dumps.version10Condensed],
    ['version 10, compacted', { version: '10', layout: 'compacted', ...classic }, dumps.version10Compacted],
    ['version 10, container', { layout: 'compacted', align: 16, ...classic }, dumps.version10Container],
  ])('%s', async (_, options, expected) => {
    expect(await writeBytes(saintsRowVpp, twoFiles, options)).toEqual(expected);
  });

  test('the file name chooses the style', async () => {
    const container = await writeBytes(saintsRowVpp, twoFiles, classic, 'rifle.str2_pc');
    expect(container).toEqual(dumps.version10Container);
  });
});

describe.skipIf(samplesMissing)('the dumps are those of the sample folder', () => {
  test.each([
    ['v4_raw.vpp_pc', dumps.version4Raw],
    ['v6_raw.vpp_pc', dumps.version6Raw],
    ['v6_both.vpp_pc', dumps.version6Compacted],
    ['v10_raw.vpp_pc', dumps.version10Raw],
    ['v10_both.vpp_pc', dumps.version10Compacted],
    ['demo.czh_pc', dumps.zoneHeader],
    ['demo.czn_pc', dumps.zoneData],
  ])('%s', (name, expected) => {
    expect(readSample(`built/${name}`)).toEqual(expected);
  });
});
