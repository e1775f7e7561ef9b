import { variantOf } from './layout.js';
import { openWad } from './read.js';
import { updateWad } from './update.js';
import { checkLumps, writeOptions, writeWad } from './write.js';

/** @import { FormatPlugin } from '@packwright/core' */

/**
 * Doom WAD archives: IWAD (a whole game) and PWAD (a patch for one).
 *
 * @type {FormatPlugin<{}, typeof writeOptions>}
 */
export const doomWad = {
  contract: 1,
  id: 'doom-wad',
  title: 'Doom WAD',
  extensions: ['.wad'],
  // The same four lines stand in package.json: a command reads them there without running any code of ours.
  signatures: [
    { at: 0, bytes: '49574144' }, // IWAD
    { at: 0, bytes: '50574144' }, // PWAD
  ],
  options: {},
  detect({ head }) {
    const variant = variantOf(head);
    return variant && { confidence: 90, reason: `the magic "${variant.toUpperCase()}"`, variant };
  },
  open: openWad,
  writer: { options: writeOptions, check: checkLumps, write: writeWad, update: updateWad },
};
