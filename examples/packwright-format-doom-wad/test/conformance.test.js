import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeFormat } from '@packwright/testkit';
import doomWad from '../src/index.js';
import { buildWad } from './build-wad.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * @param {readonly (readonly [string, string])[]} lumps
 * @returns {{ path: string, content: string }[]}
 */
const toEntries = (lumps) => lumps.map(([path, content]) => ({ path, content }));

/** @type {[string, string][]} */
const maps = [
  ['E1M1', ''],
  ['THINGS', 'an imp'],
  ['LINEDEFS', 'four walls'],
  ['E1M2', ''],
  ['THINGS', 'two imps'],
  ['LINEDEFS', 'six walls'],
];

/** @type {[string, string][]} */
const sprites = [
  ['PLAYPAL', 'colours'],
  ['S_START', ''],
  ['TROOA1', 'an imp from the front'],
  ['VILE\\1', 'a name with a backslash'],
  ['S_END', ''],
];

describeFormat(
  { describe, it },
  doomWad,
  [
    {
      name: 'two maps: markers and names that occur twice',
      variant: 'pwad',
      bytes: buildWad('PWAD', maps),
      entries: toEntries(maps),
    },
    {
      name: 'sprites between markers',
      variant: 'iwad',
      bytes: buildWad('IWAD', sprites),
      entries: toEntries(sprites),
    },
    { name: 'nothing at all', variant: 'pwad', bytes: buildWad('PWAD', []), entries: [] },
    {
      name: 'bytes of somebody else in a gap and at the end',
      variant: 'pwad',
      bytes: buildWad('PWAD', maps, { gap: 'mine', trailing: 'and mine' }),
      entries: toEntries(maps),
      foreignBytes: 12,
    },
  ],
  { manifest: manifest.packwright },
);
