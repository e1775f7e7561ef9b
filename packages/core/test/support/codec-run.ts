import { expect } from 'vitest';
import { coreCodecs } from '../../src/codecs/core-codecs.ts';
import type { Codec, CodecContext, CodecStep, Transform } from '../../src/contract/codec.ts';
import { ArchiveError } from '../../src/errors/archive-error.ts';
import type { ErrorCode } from '../../src/errors/error-code.ts';

/** What a codec sees, with keys and a signal where a test has them. */
export function makeContext(extra: Partial<CodecContext> = {}): CodecContext {
  return {
    keys: { get: () => undefined },
    strict: false,
    codec: findCodec,
    report: () => undefined,
    ...extra,
  };
}

export function findCodec(id: string): Required<Pick<Codec, 'encode' | 'decoder' | 'encoder'>> & Codec {
  const codec = coreCodecs.find((one) => one.id === id);
  if (codec?.encode === undefined || codec.decoder === undefined || codec.encoder === undefined) {
    throw new Error(`no codec ${id} with all four directions`);
  }
  return { ...codec, encode: codec.encode, decoder: codec.decoder, encoder: codec.encoder };
}

/** Everything a transform gives for some input, in the chunks it gives. */
export async function runTransform(transform: Transform, input: Iterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (const piece of input) for (const chunk of await transform.push(piece)) chunks.push(chunk);
  for (const chunk of await transform.finish()) chunks.push(chunk);
  return chunks;
}

/** The code and the message of the `ArchiveError` that a call must give. */
export async function failureOf(call: () => unknown): Promise<{ code: ErrorCode; message: string }> {
  try {
    await call();
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    return { code: error.code, message: error.message };
  }
  return expect.fail('expected an ArchiveError, but the call succeeded');
}

/** The decoded bytes, or the `ArchiveError`; anything else fails the test. */
export async function decodeOrError(
  id: string,
  input: Uint8Array,
  size: number | undefined,
  step: Partial<CodecStep> = {},
): Promise<Uint8Array | ArchiveError> {
  try {
    return await findCodec(id).decode(input, { ...step, codec: id }, size, makeContext());
  } catch (error) {
    if (ArchiveError.is(error)) return error;
    throw error;
  }
}
