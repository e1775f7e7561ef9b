import { ArchiveError } from '@packwright/core';
import { ngKeyBias, ngKeyCount } from '../ciphers/ng-key-index.ts';
import { rdr2KeyRow, rdr2KeyRows } from '../ciphers/rdr2-key-row.ts';
import { fromPositionOrder, tfitKeyLength, tfitTablesLength } from '../ciphers/tfit-layout.ts';
import {
  splitTfit2Tables,
  type Tfit2Part,
  tfit2KeyLength,
  tfit2Layout,
  tfit2TablesLength,
} from '../ciphers/tfit2-layout.ts';
import { JsonFields } from './json-fields.ts';
import { keyIds, tfitKeyIds, tfitPlatforms } from './key-ids.ts';

/** What a file of this form says it is. */
const formatName = 'rage-keys/1';
const ivLength = 16;
/** Keys of TFIT as some tools keep them: 20 rows of 16 bytes, of which rows 1 to 17 are used. */
const longTfitKey = { length: 320, start: 16 } as const;

const aesNames: Readonly<Record<string, string>> = {
  gta4: keyIds.gta4,
  mcla: keyIds.mcla,
  maxpayne3: keyIds.maxPayne3,
  rdr1: keyIds.rdr1,
  gta5: keyIds.gta5,
  gta5_ps3: keyIds.gta5Ps3,
  gta5_x360: keyIds.gta5X360,
  launcher: keyIds.launcher,
};

type KeyMap = Map<string, Uint8Array>;

/** The keys of a JSON file `rage-keys/1`, in the order that the ciphers use; nothing when it is no such file. */
export function readRageKeys(text: string): KeyMap | undefined {
  const file = parseFields(text);
  if (file?.value('format') !== formatName) return undefined;
  const keys: KeyMap = new Map();
  const aes = file.fields('aes');
  for (const [name, id] of Object.entries(aesNames)) put(keys, id, aes?.bytes(name, 32));
  put(keys, keyIds.gta5Ps4, file.bytes('gta5_ps4', ngKeyCount * 32));
  readNg(file.fields('gta5_ng'), keys);
  readTfit2(file.fields('rdr2_tfit2'), keys);
  const tfit = file.fields('rdr2_tfit');
  for (const platform of tfitPlatforms) {
    const fields = tfit?.fields(platform);
    const ids = tfitKeyIds(platform);
    put(keys, ids.iv, fields?.bytes('iv', ivLength));
    put(keys, ids.tables, readTables(fields));
    put(keys, ids.keys, readKeyRows(fields?.fields('keys'), rdr2KeyRows.tfit, tfitKeyLength, readTfitKey));
  }
  return keys;
}

function parseFields(text: string): JsonFields | undefined {
  try {
    return JsonFields.of(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function put(keys: KeyMap, id: string, bytes: Uint8Array | undefined): void {
  if (bytes !== undefined) keys.set(id, bytes);
}

function readNg(fields: JsonFields | undefined, keys: KeyMap): void {
  put(keys, keyIds.gta5NgTables, readTables(fields));
  const set = fields?.bytes('keys', ngKeyCount * tfitKeyLength);
  if (fields === undefined || set === undefined) return;
  const bias = fields.value('indexBias') ?? ngKeyBias;
  if (!(typeof bias === 'number' && Number.isInteger(bias) && bias >= 0 && bias < ngKeyCount)) {
    throw new ArchiveError(
      'KEY_WRONG',
      `The key file has the indexBias ${JSON.stringify(bias)}, expected 0 to ${ngKeyCount - 1}.`,
    );
  }
  const sorted = new Uint8Array(set.length);
  for (let i = 0; i < ngKeyCount; i++) {
    const row = (i - bias + ngKeyBias + ngKeyCount) % ngKeyCount;
    sorted.set(set.subarray(i * tfitKeyLength, (i + 1) * tfitKeyLength), row * tfitKeyLength);
  }
  keys.set(keyIds.gta5NgKeys, sorted);
}

function readTables(fields: JsonFields | undefined): Uint8Array | undefined {
  const tables = fields?.bytes('tables', tfitTablesLength);
  if (fields === undefined || tables === undefined) return undefined;
  const order = fields.value('tableOrder') ?? 'input';
  if (order === 'input') return tables;
  if (order === 'position') return fromPositionOrder(tables);
  throw new ArchiveError(
    'KEY_WRONG',
    `The key file has the tableOrder ${JSON.stringify(order)}, expected "input" or "position".`,
  );
}

function readTfit2(fields: JsonFields | undefined, keys: KeyMap): void {
  if (fields === undefined) return;
  put(keys, keyIds.rdr2Iv, fields.bytes('iv', ivLength));
  put(
    keys,
    keyIds.rdr2Keys,
    readKeyRows(fields.fields('keys'), rdr2KeyRows.pc, tfit2KeyLength, (rows, name) =>
      rows.bytes(name, tfit2KeyLength),
    ),
  );
  const names = Object.keys(tfit2Layout) as Tfit2Part[];
  const there = names.filter((name) => fields.value(name) !== undefined);
  if (there.length === 0) return;
  const tables = new Uint8Array(tfit2TablesLength);
  const parts = splitTfit2Tables(tables);
  for (const name of names) {
    const part = fields.bytes(name, tfit2Layout[name]);
    if (part === undefined) {
      throw new ArchiveError(
        'KEY_WRONG',
        `The key file has "${fields.pathOf(there[0] ?? '')}", but no "${fields.pathOf(name)}": all tables or none.`,
      );
    }
    parts[name].set(part);
  }
  keys.set(keyIds.rdr2Tables, tables);
}

/** Keys by number, each in its row; rows that the file does not have stay zero. */
function readKeyRows(
  fields: JsonFields | undefined,
  rows: number,
  length: number,
  read: (fields: JsonFields, name: string) => Uint8Array | undefined,
): Uint8Array | undefined {
  if (fields === undefined || fields.names.length === 0) return undefined;
  const set = new Uint8Array(rows * length);
  for (const name of fields.names) {
    const row = /^\d{1,3}$/.test(name) ? rdr2KeyRow(Number(name)) : undefined;
    if (row === undefined || row >= rows) {
      throw new ArchiveError(
        'KEY_WRONG',
        `The key file has "${fields.pathOf(name)}", which is no key number.`,
      );
    }
    const key = read(fields, name);
    if (key !== undefined) set.set(key, row * length);
  }
  return set;
}

function readTfitKey(fields: JsonFields, name: string): Uint8Array | undefined {
  const key = fields.bytes(name, tfitKeyLength, longTfitKey.length);
  if (key?.length !== longTfitKey.length) return key;
  return key.subarray(longTfitKey.start, longTfitKey.start + tfitKeyLength);
}
