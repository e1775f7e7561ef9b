import type { Codec } from '@packwright/core';
import { daikatana } from './codec.ts';

/** The codecs of this format: a module of its own, so that a thread need not load the rest. */
export const codecs: readonly Codec[] = [daikatana];
