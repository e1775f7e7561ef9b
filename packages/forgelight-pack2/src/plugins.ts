import type { FormatPlugin } from '@packwright/core';
import { packPlugin } from './pack/plugin.ts';
import { pack2Plugin } from './pack2/plugin.ts';

/** The formats of this package. */
export const plugins: readonly FormatPlugin[] = [pack2Plugin, packPlugin];
