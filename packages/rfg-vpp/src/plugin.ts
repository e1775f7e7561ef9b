import type { FormatPlugin } from '@packwright/core';
import { volitionNames } from '@packwright/volition';
import { detectPackfile, openArchiveFile } from './read.ts';
import { checkEntries, findCompanions, updateArchiveFile, writeArchiveFile } from './write.ts';
import { writeOptions } from './write-options.ts';

/** Packfiles of Red Faction (version 1) and Red Faction: Guerrilla (version 3). */
export const rfgVpp: FormatPlugin<Record<string, never>, typeof writeOptions> = {
  contract: 1,
  id: 'rfg-vpp',
  title: 'Red Faction packfile',
  extensions: ['.vpp', '.vpp_pc', '.str2_pc', '.vpp_xbox2', '.str2_xbox2', '.vpp_ps3', '.str2_ps3'],
  signatures: [
    { at: 0, bytes: 'ce0a895101000000' }, // 0x51890ACE, version 1, little endian
    { at: 0, bytes: '51890ace00000001' },
    { at: 0, bytes: 'ce0a895103000000' },
    { at: 0, bytes: '51890ace00000003' },
  ],
  options: {},
  names: volitionNames,
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
