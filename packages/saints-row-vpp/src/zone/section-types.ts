/** What the sections of zone data hold, by their number. */
const sectionTypes: ReadonlyMap<number, string> = new Map([
  [0x2233, 'crunched reference geometry'],
  [0x2234, 'objects'],
  [0x2235, 'navmesh'],
  [0x2236, 'traffic'],
  [0x2237, 'editor geometry'],
  [0x2238, 'sidewalks'],
  [0x2239, 'trailer'],
  [0x2240, 'light clip meshes'],
  [0x2241, 'traffic signals'],
  [0x2242, 'mover constraints'],
  [0x2243, 'zone triggers'],
  [0x2244, 'heightmap'],
  [0x2245, 'object bounding tree'],
  [0x2246, 'undergrowth'],
  [0x2247, 'water volumes'],
  [0x2248, 'wave killers'],
  [0x2249, 'water surfaces'],
  [0x2250, 'parking'],
  [0x2251, 'rain killers'],
  [0x2252, 'supplemental LOD'],
  [0x2253, 'fading grid'],
  [0x2254, 'audio emitter tree'],
  [0x2255, 'havok pathfinding'],
]);

const firstType = 0x2233;
const endOfTypes = 0x2300;

/** Whether a number can be that of a section. */
export function isSectionType(type: number): boolean {
  return type >= firstType && type < endOfTypes;
}

/** How a section is called: its number and its meaning. */
export function nameSection(type: number): string {
  return `${type.toString(16)} ${sectionTypes.get(type) ?? 'unknown'}`;
}
