import type { Codec } from '@packwright/core';
import { daikatana } from './codec.ts';

/** The codecs of this format. */
export const codecs: readonly Codec[] = [daikatana];
