export { tfit2CbcCodec, tfit2CbcStep, tfitCbcCodec, tfitCbcStep } from './cbc-codecs.ts';
export { encryptedRanges, readingUnit } from './encrypted-ranges.ts';
export { ngCodec, ngStep } from './ng-codec.ts';
export { ngKeyCount, ngKeyIndex } from './ng-key-index.ts';
export { rdr2NoKey } from './rdr2-key-row.ts';
