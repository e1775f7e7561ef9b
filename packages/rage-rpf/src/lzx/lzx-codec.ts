import { ArchiveError, type Codec, type CodecStep } from '@packwright/core';
import { decodeLzx, type LzxWindowBits, lzxMaxRatio } from './lzx-decode.ts';
import { encodeLzx } from './lzx-encode.ts';

/** Id of the LZX codec in steps. */
const lzxCodecId = 'rage-rpf/lzx';

/** A step that decodes Xbox LZX with the window of a game. */
export function lzxStep(windowBits: LzxWindowBits): CodecStep {
  return { codec: lzxCodecId, windowBits };
}

/** LZX in the Xbox 360 framing. Encoding stores: its blocks are all uncompressed. */
export const lzxCodec: Codec = {
  id: lzxCodecId,
  maxRatio: lzxMaxRatio,
  decode: (input, step, size, { limit, signal }) =>
    decodeLzx(input, { windowBits: windowBitsOf(step), size, limit, signal }),
  encode: (input) => encodeLzx(input),
};

function windowBitsOf(step: CodecStep): LzxWindowBits {
  const { windowBits } = step;
  if (windowBits === 16 || windowBits === 17) return windowBits;
  throw new ArchiveError(
    'OPTION_INVALID',
    `The codec ${lzxCodecId} was given windowBits ${JSON.stringify(windowBits)}, expected 16 or 17.`,
  );
}
