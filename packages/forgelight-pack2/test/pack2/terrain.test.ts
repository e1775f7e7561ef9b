import { describe, expect, test } from 'vitest';
import { findWorlds, generateTerrainNames } from '../../src/index.ts';
import { toText } from '../support/archives.ts';
import { describeSamples, readSample } from '../support/samples.ts';

describe('names of terrain', () => {
  const names = new Set(generateTerrainNames('Isle'));

  test.each([
    'Isle.zone',
    'Isle.vnfo',
    'IsleAreas.xml',
    'Isle_TileInfo_LOD3.txt',
    'Isle_-64_60.cnk0',
    'Isle_60_-64.cnk1',
    'Isle_56_56.cnk2',
    'Isle_48_-64.cnk3',
    'Isle_32_32.cnk4',
    'Isle_-64_0.cnk5',
    'Isle_-4_3.tome',
    'Isle_Tile_-04_000_LOD0.dds',
    'Isle_Tile_004_-64_LOD3.dds',
  ])('%s is among them', (name) => {
    expect(names.has(name)).toBe(true);
  });

  test.each(['Isle_64_0.cnk0', 'Isle_2_0.cnk0', 'Isle_4_0.cnk2', 'Isle_4_0.tome', 'Isle_0_0.cnk6'])(
    '%s is not',
    (name) => {
      expect(names.has(name)).toBe(false);
    },
  );

  test('are a few thousand, each once', () => {
    const all = [...generateTerrainNames('Isle')];
    expect(all).toHaveLength(3 + 4 + (1024 + 1024 + 256 + 64 + 16 + 4) + 64 + 4 * 1024);
    expect(names.size).toBe(all.length);
  });
});

describe('names of worlds', () => {
  test('come from elements that have a sky and no minimap of their own', () => {
    const xml = `<?xml version="1.0"?><List>
      <ObjectTerrainData ID="1" DataName="Isle" SkyFileName="sky_isle.xml" />
      <ObjectTerrainData ID="2" DataName="Isle_Old" SkyFileName="sky.xml" />
      <ObjectTerrainData ID="3" DataName="Room" />
      <ObjectTerrainData ID="4" DataName="Lab" SkyFileName="sky_of_lab.xml" />
      <ObjectTerrainData ID="5" DataName="Map" SkyFileName="sky.xml" MinimapTileset="x" />
      <ObjectTerrainData
         DataName="Shore" SkyFileName="sky.xml"></ObjectTerrainData></List>`;
    expect(findWorlds(xml)).toEqual(['Isle', 'Shore', 'VR']);
  });

  test('do not come from other texts, however odd', () => {
    expect(findWorlds('nothing of the kind')).toEqual([]);
    expect(findWorlds('<ObjectTerrainData '.repeat(100_000))).toEqual([]);
  });
});

describeSamples('the names of a real archive', () => {
  test('are mostly generated ones', () => {
    const known = new Set([...generateTerrainNames('Sanctuary')].map((name) => name.toLowerCase()));
    const lines = toText(readSample('forgelight/rhett-example_namelist.txt')).split(/\r?\n/).filter(Boolean);
    const missed = lines.filter((line) => !known.has(line.trim().toLowerCase()));
    expect(lines).toHaveLength(51);
    expect(missed).toEqual([]);
  });
});
