import type { Codec } from '@packwright/core';
import { aesSetCodec } from './aes-set-codec.ts';
import { ngCodec, tfit2CbcCodec, tfitCbcCodec } from './ciphers/index.ts';
import { lzxCodec } from './lzx/index.ts';
import { sniffCodec } from './sniff-codec.ts';
import { trimCodec } from './trim-codec.ts';
import { zstdCodec } from './zstd-codec.ts';

/** The codecs that RAGE archives need besides core's. Oodle is missing: it is not ours to ship. */
export const codecs: readonly Codec[] = [
  ngCodec,
  aesSetCodec,
  tfit2CbcCodec,
  tfitCbcCodec,
  lzxCodec,
  sniffCodec,
  trimCodec,
  zstdCodec,
];
