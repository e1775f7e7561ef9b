/** Chunks of a world are named from -64 to 63; the coarser the level, the fewer there are. */
const chunkSteps: readonly number[] = [4, 4, 8, 16, 32, 64];
const chunkStart = -64;
const chunkEnd = 64;

/** Tomes of a world are named from -4 to 3. */
const tomeStart = -4;
const tomeEnd = 4;

/** Levels of detail of tiles and of the text that describes them. */
const tileLevels: readonly number[] = [0, 1, 2, 3];
const tileStep = 4;

/** A world that no list of worlds mentions. */
const unlistedWorld = 'VR';

/** Most worlds that one list is believed to have; games have a few dozen. */
const mostWorlds = 256;

/** The names of worlds in the text of `ObjectTerrainData.xml`, and `VR`; nothing for other texts. */
export function findWorlds(text: string): readonly string[] {
  const worlds = new Set<string>();
  for (const [element] of text.matchAll(/<ObjectTerrainData\s[^<>]*>/g)) {
    const name = attribute(element, 'DataName');
    const sky = attribute(element, 'SkyFileName');
    const isWorld =
      name !== undefined &&
      /^[A-Za-z0-9-]{1,64}$/.test(name) &&
      sky !== undefined &&
      sky.split('_').length <= 2 &&
      attribute(element, 'MinimapTileset') === undefined;
    if (isWorld && worlds.size < mostWorlds) worlds.add(name);
  }
  return worlds.size === 0 ? [] : [...worlds, unlistedWorld];
}

/** The names that the terrain files of a world may have: some thousands, most of which no archive holds. */
export function* generateTerrainNames(world: string): Generator<string, void, undefined> {
  yield `${world}.zone`;
  yield `${world}.vnfo`;
  yield `${world}Areas.xml`;
  for (const level of tileLevels) yield `${world}_TileInfo_LOD${level}.txt`;
  for (const [level, step] of chunkSteps.entries()) {
    for (const [x, y] of grid(chunkStart, chunkEnd, step)) yield `${world}_${x}_${y}.cnk${level}`;
  }
  for (const [x, y] of grid(tomeStart, tomeEnd, 1)) yield `${world}_${x}_${y}.tome`;
  for (const [x, y] of grid(chunkStart, chunkEnd, tileStep)) {
    for (const level of tileLevels) yield `${world}_Tile_${padded(x)}_${padded(y)}_LOD${level}.dds`;
  }
}

function* grid(start: number, end: number, step: number): Generator<readonly [x: number, y: number]> {
  for (let x = start; x < end; x += step) {
    for (let y = start; y < end; y += step) yield [x, y];
  }
}

/** Three characters, the sign among them. */
function padded(value: number): string {
  return value < 0 ? `-${String(-value).padStart(2, '0')}` : String(value).padStart(3, '0');
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(element)?.[1];
}
