import type { FormatPlugin } from '@packwright/core';
import { checkEntries } from './check.ts';
import { codecs } from './codecs.ts';
import { detectPak } from './detect.ts';
import { overlays } from './overlays.ts';
import { openPak, readOptions } from './read.ts';
import { updatePak } from './update.ts';
import { writePak } from './write.ts';
import { writeOptions } from './write-options.ts';

/** Quake PAK and its relatives: SiN, HROT, Daikatana, Anachronox. */
export const quakePak: FormatPlugin<typeof readOptions, typeof writeOptions> = {
  contract: 1,
  id: 'quake-pak',
  title: 'Quake PAK',
  extensions: ['.pak', '.sin', '.dat'],
  signatures: [
    { at: 0, bytes: '5041434b' }, // PACK
    { at: 0, bytes: '5350414b' }, // SPAK
    { at: 0, bytes: '48524f54' }, // HROT
    { at: 0, bytes: '41444154' }, // ADAT
  ],
  options: readOptions,
  codecs,
  overlays,
  detect: detectPak,
  open: openPak,
  writer: { options: writeOptions, check: checkEntries, write: writePak, update: updatePak },
};
