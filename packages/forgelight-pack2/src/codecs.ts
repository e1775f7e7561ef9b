import type { Codec } from '@packwright/core';
import { frame } from './pack2/codec.ts';

/** The codecs of these formats: a module of its own, so that a thread need not load the rest. */
export const codecs: readonly Codec[] = [frame];
