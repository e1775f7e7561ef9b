import type { Codec } from '@packwright/core';
import { lz4Frames } from './codecs/lz4-frames.ts';
import { ps3Chunks } from './codecs/ps3-chunks.ts';

/** The codecs of this format. */
export const codecs: readonly Codec[] = [lz4Frames, ps3Chunks];
