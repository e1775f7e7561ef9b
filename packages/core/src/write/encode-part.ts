import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { CodecContext, CodecStep } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';

/** Applies steps backwards: the last decoding step is the first encoding one. */
export function encodeSteps(
  input: Uint8Array,
  steps: readonly CodecStep[],
  context: CodecContext,
): Awaitable<Uint8Array> {
  let bytes: Awaitable<Uint8Array> = input;
  for (const step of [...steps].reverse()) {
    bytes = chain(bytes, (plain) => encodeStep(plain, step, context));
  }
  return bytes;
}

function encodeStep(input: Uint8Array, step: CodecStep, context: CodecContext): Awaitable<Uint8Array> {
  const codec = context.codec(step.codec);
  if (codec.encode === undefined) {
    throw new ArchiveError('CODEC_MISSING', `The codec "${codec.id}" can decode but not encode.`, {
      help: 'Choose options that store the entry in another way.',
    });
  }
  try {
    return codec.encode(input, step, context);
  } catch (error) {
    throw toArchiveError(error, 'WRITE_REFUSED', `Encoding with ${codec.id} failed`, context.signal);
  }
}

/** Whether encoded bytes are worth keeping. */
export function isWorthwhile(encoded: number, plain: number, onlyBelow: number | undefined): boolean {
  return onlyBelow === undefined || encoded < onlyBelow * plain;
}
