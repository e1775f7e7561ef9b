export { configFolder } from '../files/user-folders.ts';
export { type ImportOptions, importKeys } from './import-keys.ts';
export type { ImportReport, KeyStatus } from './key-report.ts';
export { KeyStore } from './key-store.ts';
export { type ListedKey, listKeys } from './list-keys.ts';
export { type OpenKeysOptions, openKeys } from './open-keys.ts';
export type { SearchProgress } from './search/search-files.ts';
