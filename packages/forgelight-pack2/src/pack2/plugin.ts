import type { FormatPlugin } from '@packwright/core';
import { codecs } from '../codecs.ts';
import { checkAssets } from './check.ts';
import { signature } from './layout.ts';
import { nameHash } from './names.ts';
import { type ReadOptions, readOptions, type WriteOptions, writeOptions } from './options.ts';
import { detectPack2, openPack2 } from './read.ts';
import { updatePack2 } from './update.ts';
import { writePack2 } from './write.ts';

/** ForgeLight archives since 2019: assets known by the hash of their name. */
export const pack2Plugin: FormatPlugin<ReadOptions, WriteOptions> = {
  contract: 1,
  id: 'forgelight-pack2',
  title: 'ForgeLight pack2',
  extensions: ['.pack2'],
  signatures: [{ at: 0, bytes: signature }],
  options: readOptions,
  names: nameHash,
  codecs,
  detect: detectPack2,
  open: openPack2,
  writer: { options: writeOptions, check: checkAssets, write: writePack2, update: updatePack2 },
};
