import type { FormatPlugin } from '@packwright/core';
import { saintsRowAsm } from './asm-plugin.ts';
import { saintsRowVpp } from './plugin.ts';
import { saintsRowZone } from './zone-plugin.ts';

export { type FileReference, readZoneHeader, type ZoneBlock, type ZoneHeader } from './zone/zone-header.ts';
export { saintsRowAsm, saintsRowVpp, saintsRowZone };

/** The formats of this package. */
const plugins: readonly FormatPlugin[] = [saintsRowVpp, saintsRowAsm, saintsRowZone];

export default plugins;
