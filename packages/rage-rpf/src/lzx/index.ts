export { lzxCodec, lzxStep } from './lzx-codec.ts';
export { decodeLzx } from './lzx-decode.ts';
export { encodeLzx } from './lzx-encode.ts';
