import { type FormatPlugin, type Signature, toHex } from '@packwright/core';
import { codecs } from './codecs.ts';
import { detectRpf } from './detect.ts';
import { partNames } from './joaat.ts';
import { keyRequirements, readKeyFile } from './keys/index.ts';
import { magicOf, type VersionNumber } from './layout.ts';
import { openRpf, readOptions } from './read.ts';
import { checkEntries } from './write/check.ts';
import { updateRpf } from './write/update.ts';
import { writeRpf } from './write/write.ts';
import { writeOptions } from './write/write-options.ts';

const numbers: readonly VersionNumber[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** RAGE package files (RPF), version 0 to 8. */
export const rageRpf: FormatPlugin<typeof readOptions, typeof writeOptions> = {
  contract: 1,
  id: 'rage-rpf',
  title: 'RAGE package file',
  extensions: ['.rpf'],
  signatures: numbers.flatMap((version): Signature[] => [
    { at: 0, bytes: toHex(magicOf({ version, order: version < 6 ? 'little' : 'big' })) },
    { at: 0, bytes: toHex(magicOf({ version, order: version < 6 ? 'big' : 'little' })) },
  ]),
  options: readOptions,
  keys: keyRequirements,
  readKeyFile,
  names: partNames,
  codecs,
  detect: detectRpf,
  open: openRpf,
  writer: { options: writeOptions, check: checkEntries, write: writeRpf, update: updateRpf },
};
