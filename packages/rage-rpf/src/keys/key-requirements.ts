import type { KeyPiece, KeyRequirement } from '@packwright/core';
import { ngKeyCount } from '../ciphers/ng-key-index.ts';
import { rdr2KeyRows } from '../ciphers/rdr2-key-row.ts';
import { tfitKeyLength, tfitTablesLength } from '../ciphers/tfit-layout.ts';
import { tfit2KeyLength, tfit2TablesLength } from '../ciphers/tfit2-layout.ts';
import { aesDigests, ngKeyDigests, ngTableDigests, ngTableSlots } from './digests.ts';
import { keyIds, tfitKeyIds, tfitPlatforms } from './key-ids.ts';

const aesLength = 32;
const ivLength = 16;
const tableLength = 1024;

/** The keys that RAGE archives may need, and how to recognise those whose digests are known. */
export const keyRequirements: readonly KeyRequirement[] = [
  aesKey(keyIds.gta4, 'GTA IV (PC)', aesDigests.gta4),
  aesKey(keyIds.mcla, 'Midnight Club: Los Angeles'),
  aesKey(keyIds.maxPayne3, 'Max Payne 3'),
  aesKey(keyIds.rdr1, 'Red Dead Redemption (PC)', aesDigests.rdr1),
  aesKey(keyIds.gta5, 'GTA V (PC)', aesDigests.gta5),
  aesKey(keyIds.gta5Ps3, 'GTA V (PS3)'),
  aesKey(keyIds.gta5X360, 'GTA V (Xbox 360)'),
  aesKey(keyIds.launcher, 'Rockstar launcher'),
  { id: keyIds.gta5Ps4, title: 'GTA V (PS4), 101 AES keys', length: ngKeyCount * aesLength },
  {
    id: keyIds.gta5NgKeys,
    title: 'GTA V (PC), 101 NG keys',
    length: ngKeyCount * tfitKeyLength,
    pieces: ngKeyDigests.map((sha1, i) => ({ length: tfitKeyLength, sha1, at: [i * tfitKeyLength] })),
  },
  {
    id: keyIds.gta5NgTables,
    title: 'GTA V (PC), NG tables',
    length: tfitTablesLength,
    pieces: ngTablePieces(),
  },
  {
    id: keyIds.rdr2Keys,
    title: 'Red Dead Redemption 2 (PC), keys',
    length: rdr2KeyRows.pc * tfit2KeyLength,
  },
  { id: keyIds.rdr2Tables, title: 'Red Dead Redemption 2 (PC), TFIT2 tables', length: tfit2TablesLength },
  { id: keyIds.rdr2Iv, title: 'Red Dead Redemption 2 (PC), initial block', length: ivLength },
  ...tfitPlatforms.flatMap((platform): KeyRequirement[] => {
    const ids = tfitKeyIds(platform);
    const game = `Red Dead Redemption 2 (${platform})`;
    return [
      { id: ids.keys, title: `${game}, keys`, length: rdr2KeyRows.tfit * tfitKeyLength },
      { id: ids.tables, title: `${game}, TFIT tables`, length: tfitTablesLength },
      { id: ids.iv, title: `${game}, initial block`, length: ivLength },
    ];
  }),
];

function aesKey(id: string, game: string, sha1?: string): KeyRequirement {
  const title = `${game}, AES key`;
  if (sha1 === undefined) return { id, title, length: aesLength };
  return { id, title, length: aesLength, pieces: [{ length: aesLength, sha1, at: [0] }] };
}

/** Each different table once, with all the places where it stands. */
function ngTablePieces(): KeyPiece[] {
  const slots = ngTableSlots.flat();
  return ngTableDigests.map((sha1, table) => ({
    length: tableLength,
    sha1,
    at: slots.flatMap((each, slot) => (each === table ? [slot * tableLength] : [])),
  }));
}
