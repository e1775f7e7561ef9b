import type { CodecStep, OptionValues, Piece, WritePart } from '@packwright/core';
import { alignment, frameCodec, largestFrame } from './layout.ts';
import type { WriteOptions } from './options.ts';

/** The part that stores one asset, compressed where the options want it and it helps. */
export function makeAssetPart(
  pieces: readonly Piece[],
  size: number,
  hashBytes: Uint8Array,
  options: OptionValues<WriteOptions>,
): WritePart {
  const { compress = 'auto', threshold = 90, level = 9, encoder } = options;
  const isFramed = compress !== 'never' && size > 0 && size <= largestFrame;
  const step: CodecStep = {
    codec: frameCodec,
    level,
    ...(encoder === undefined ? {} : { encoder }),
    size,
  };
  return {
    align: options.align ?? alignment,
    pieces,
    checksum: { algorithm: 'crc32c', over: 'stored', prefix: hashBytes },
    ...(isFramed ? { steps: [step] } : {}),
    ...(isFramed && compress === 'auto' ? { onlyBelow: threshold / 100 } : {}),
  };
}
