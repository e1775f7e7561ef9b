/** Names of the keys that RAGE archives are encrypted with. */
export const keyIds = {
  gta4: 'rage-rpf/gta4',
  mcla: 'rage-rpf/mcla',
  maxPayne3: 'rage-rpf/maxpayne3',
  rdr1: 'rage-rpf/rdr1',
  gta5: 'rage-rpf/gta5',
  gta5Ps3: 'rage-rpf/gta5-ps3',
  gta5X360: 'rage-rpf/gta5-x360',
  launcher: 'rage-rpf/launcher',
  /** 101 keys of 32 bytes; which one, tells `ngKeyIndex` with a bias of 0. */
  gta5Ps4: 'rage-rpf/gta5-ps4',
  /** 101 keys of 272 bytes; which one, tells `ngKeyIndex`. */
  gta5NgKeys: 'rage-rpf/gta5-ng-keys',
  /** 17 rounds of 16 tables of 256 words, a table for each input byte. */
  gta5NgTables: 'rage-rpf/gta5-ng-tables',
  /** A row of 288 bytes for each key number that `rdr2KeyRow` knows; a row of zeros is a key that is not there. */
  rdr2Keys: 'rage-rpf/rdr2-keys',
  /** All tables of the TFIT2 cipher, in the order of `tfit2Layout`. */
  rdr2Tables: 'rage-rpf/rdr2-tables',
  rdr2Iv: 'rage-rpf/rdr2-iv',
} as const;

/** Platforms whose RPF8 archives use the older TFIT cipher. */
export const tfitPlatforms = ['ps4', 'android', 'ios'] as const;

/** A platform whose RPF8 archives use the older TFIT cipher. */
export type TfitPlatform = (typeof tfitPlatforms)[number];

/** Names of the three keys that a TFIT platform needs. */
export function tfitKeyIds(platform: TfitPlatform): {
  readonly keys: string;
  readonly tables: string;
  readonly iv: string;
} {
  const start = `rage-rpf/rdr2-${platform}`;
  return { keys: `${start}-keys`, tables: `${start}-tables`, iv: `${start}-iv` };
}
