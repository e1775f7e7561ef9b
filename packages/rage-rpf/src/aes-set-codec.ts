import { ArchiveError, type Codec, type CodecContext, type CodecStep, type Keys } from '@packwright/core';
import { ngKeyCount } from './ciphers/index.ts';
import { requireKey } from './ciphers/required-key.ts';

/** Id of the codec for AES with one key of a set. */
const aesSetCodecId = 'rage-rpf/aes-set';

const keyLength = 32;

/** A step that deciphers AES, one pass, with key number `keyIndex` of a set of 101. */
export function aesSetStep(key: string, keyIndex: number): CodecStep {
  return { codec: aesSetCodecId, key, keyIndex };
}

/** AES-ECB with a key out of a set (GTA V on PS4): core's AES under the key that the step names. */
export const aesSetCodec: Codec = {
  id: aesSetCodecId,
  sameSize: true,
  maxRatio: 1,
  decode: (input, step, size, context) =>
    context.codec('aes-ecb').decode(input, { ...step, codec: 'aes-ecb' }, size, withSetKey(step, context)),
  encode(input, step, context) {
    const { id, encode } = context.codec('aes-ecb');
    if (encode === undefined)
      throw new ArchiveError('CODEC_MISSING', `The codec "${id}" can decode but not encode.`);
    return encode(input, { ...step, codec: id }, withSetKey(step, context));
  },
};

function withSetKey({ keyIndex }: CodecStep, context: CodecContext): CodecContext {
  if (
    !(typeof keyIndex === 'number' && Number.isInteger(keyIndex) && keyIndex >= 0 && keyIndex < ngKeyCount)
  ) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `The codec ${aesSetCodecId} was given keyIndex ${JSON.stringify(keyIndex)}, expected 0 to ${ngKeyCount - 1}.`,
    );
  }
  const keys: Keys = {
    async get(id) {
      const set = await requireKey(context.keys, id, ngKeyCount * keyLength);
      return set.subarray(keyIndex * keyLength, (keyIndex + 1) * keyLength);
    },
  };
  return { ...context, keys };
}
