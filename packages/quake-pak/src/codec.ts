import { ArchiveError, type Codec } from '@packwright/core';
import { DaikatanaDecoder } from './daikatana-decoder.ts';
import { DaikatanaEncoder } from './daikatana-encoder.ts';
import { daikatanaCodec } from './layout.ts';

/** Most plain bytes that one stored byte can stand for: a run of 65 zeros. */
export const maxDaikatanaRatio: number = 65;

/**
 * Daikatana's byte codec. A control byte c is followed by what it needs:
 *
 *   00–3F  c+1 literal bytes
 *   40–7F  nothing; stands for c−3E zeros
 *   80–BF  one byte, which is repeated c−7E times
 *   C0–FD  one byte d; c−BE bytes are copied from d+2 bytes before
 *   FE     undefined
 *   FF     end
 */
export const daikatana: Codec = {
  id: daikatanaCodec,
  maxRatio: maxDaikatanaRatio,
  decode(input, _step, size, { limit }) {
    if (size !== undefined && size > input.length * maxDaikatanaRatio) {
      throw new ArchiveError(
        'SIZE_MISMATCH',
        `Found ${input.length} stored bytes, which give at most ${input.length * maxDaikatanaRatio}, expected ${size}.`,
      );
    }
    const decoder = new DaikatanaDecoder(size, size);
    const whole = join([...decoder.push(input), ...decoder.finish()]);
    if (size === undefined && limit !== undefined && whole.length > limit) {
      throw new ArchiveError(
        'LIMIT_EXCEEDED',
        `Found ${whole.length} bytes in the stream, the limit is ${limit}.`,
      );
    }
    return whole;
  },
  encode(input) {
    const encoder = new DaikatanaEncoder();
    return join([...encoder.push(input), ...encoder.finish()]);
  },
  decoder: (_step, size) => new DaikatanaDecoder(size),
  encoder: () => new DaikatanaEncoder(),
};

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
