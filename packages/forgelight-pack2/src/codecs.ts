import type { Codec } from '@packwright/core';
import { frame } from './pack2/codec.ts';

/** The codecs of these formats. */
export const codecs: readonly Codec[] = [frame];
