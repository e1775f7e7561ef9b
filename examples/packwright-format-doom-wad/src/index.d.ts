import type { FormatPlugin } from '@packwright/core';

/** Doom WAD archives: IWAD and PWAD. */
declare const doomWad: FormatPlugin;
export default doomWad;
