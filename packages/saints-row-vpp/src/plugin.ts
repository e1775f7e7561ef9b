import type { FormatPlugin } from '@packwright/core';
import { codecs } from './codecs.ts';
import { detectPackfile, openArchiveFile } from './read.ts';
import { checkEntries, findCompanions, updateArchiveFile, writeArchiveFile } from './write.ts';
import { writeOptions } from './write-options.ts';

/** Packfiles of Saints Row 2 to Gat out of Hell, and of Red Faction: Armageddon. */
export const saintsRowVpp: FormatPlugin<Record<string, never>, typeof writeOptions> = {
  contract: 1,
  id: 'saints-row-vpp',
  title: 'Saints Row packfile',
  extensions: [
    '.vpp_pc',
    '.str2_pc',
    '.vpp_xbox2',
    '.str2_xbox2',
    '.vpp_ps3',
    '.str2_ps3',
    '.vpp_ps4',
    '.str2_ps4',
    '.vpp_xbox3',
    '.str2_xbox3',
    '.vpp_nx64',
    '.str2_nx64',
  ],
  signatures: [
    { at: 0, bytes: 'ce0a8951' }, // 0x51890ACE, little endian
    { at: 0, bytes: '51890ace' },
  ],
  options: {},
  codecs,
  detect: detectPackfile,
  open: openArchiveFile,
  writer: {
    options: writeOptions,
    check: checkEntries,
    write: writeArchiveFile,
    update: updateArchiveFile,
    companions: findCompanions,
  },
};
