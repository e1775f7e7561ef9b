import { keyIds } from './key-ids.ts';

/** A file that modding tools keep: how many bytes it has, and which key it is, if we need it. */
interface KeyDataFile {
  readonly length: number;
  readonly key?: string;
}

/** The `.dat` files of modding tools for GTA V, by name. Those without a key are known and not needed. */
export const keyDataFiles: ReadonlyMap<string, KeyDataFile> = new Map<string, KeyDataFile>([
  ['gtav_aes_key.dat', { length: 32, key: keyIds.gta5 }],
  ['gtav_ng_key.dat', { length: 27472, key: keyIds.gta5NgKeys }],
  ['gtav_ng_decrypt_tables.dat', { length: 278528, key: keyIds.gta5NgTables }],
  ['gtav_ng_encrypt_tables.dat', { length: 278528 }],
  ['gtav_ng_encrypt_luts.dat', { length: 53477376 }],
  ['gtav_hash_lut.dat', { length: 256 }],
  ['gtav_awc_key.dat', { length: 16 }],
]);
