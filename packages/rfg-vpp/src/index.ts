import type { FormatPlugin } from '@packwright/core';
import { rfgAsm } from './asm-plugin.ts';
import { rfgVpp } from './plugin.ts';

export { rfgAsm, rfgVpp };

/** The formats of this package. */
const plugins: readonly FormatPlugin[] = [rfgVpp, rfgAsm];

export default plugins;
