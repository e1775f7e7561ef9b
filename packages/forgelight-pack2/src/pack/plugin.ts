import type { FormatPlugin } from '@packwright/core';
import { checkPack } from './check.ts';
import { detectPack } from './detect.ts';
import { type WriteOptions, writeOptions } from './options.ts';
import { openPack } from './read.ts';
import { updatePack } from './update.ts';
import { writePack } from './write.ts';

/** ForgeLight archives before 2019, and those of the older games of the same house. */
export const packPlugin: FormatPlugin<Record<never, never>, WriteOptions> = {
  contract: 1,
  id: 'forgelight-pack',
  title: 'ForgeLight pack',
  extensions: ['.pack', '.pack0', '.pack1'],
  signatures: [],
  options: {},
  detect: detectPack,
  open: openPack,
  writer: { options: writeOptions, check: checkPack, write: writePack, update: updatePack },
};
