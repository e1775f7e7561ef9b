import { installNatives } from '@packwright/core';
import { runAesEcb } from './aes-ecb.ts';
import { decodeBase64 } from './base64.ts';
import { deflateWhole, inflateWhole } from './deflate.ts';
import { crc32, createNativeHash } from './digests.ts';
import { decodeLatin1Natively } from './latin1.ts';
import { NodeDeflater } from './node-deflater.ts';
import { NodeInflater } from './node-inflater.ts';

/** Lets core use Node's zlib and crypto instead of its portable ways. Calling it again changes nothing. */
export function installNodeNatives(): void {
  installNatives({
    inflate: inflateWhole,
    inflater: NodeInflater.open,
    deflate: deflateWhole,
    deflater: (format, level) => new NodeDeflater(format, level),
    latin1: decodeLatin1Natively,
    base64: decodeBase64,
    crc32,
    aesEcb: runAesEcb,
    hash: createNativeHash,
  });
}
