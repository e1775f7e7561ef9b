import type { Codec } from '../contract/codec.ts';
import { aesEcb } from './aes-ecb.ts';
import { deflateRaw } from './deflate-raw.ts';
import { zlib } from './zlib.ts';
import { zlibFlush } from './zlib-flush.ts';

/** The codecs that every archive has without a plugin. */
export const coreCodecs: readonly Codec[] = [deflateRaw, zlib, zlibFlush, aesEcb];
