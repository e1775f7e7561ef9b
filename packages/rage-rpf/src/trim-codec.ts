import { ArchiveError, type Codec, type CodecStep } from '@packwright/core';

/** Id of the codec that cuts padding off. */
const trimCodecId = 'rage-rpf/trim';

/** A step behind a cipher: the last block was filled up, and only decoding it whole gives the file's end. */
export const trimStep: CodecStep = { codec: trimCodecId };

/** Gives the first bytes of its input, as many as the table says. */
export const trimCodec: Codec = {
  id: trimCodecId,
  maxRatio: 1,
  decode(input, _step, size = input.length) {
    if (size <= input.length) return input.subarray(0, size);
    throw new ArchiveError('SIZE_MISMATCH', `Found ${input.length} bytes, expected at least ${size}.`);
  },
};
