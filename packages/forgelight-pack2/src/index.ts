export { type FileCrc32, fileCrc32 } from './pack/file-crc32.ts';
export { packPlugin } from './pack/plugin.ts';
export { hashName } from './pack2/names.ts';
export { pack2Plugin } from './pack2/plugin.ts';
export { findWorlds, generateTerrainNames } from './pack2/terrain.ts';
export { plugins as default } from './plugins.ts';
