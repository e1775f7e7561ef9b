import {
  type CodecContext,
  CodecRegistry,
  type CodecStep,
  encodeSteps,
  isWorthwhile,
} from '@packwright/core';
import { importCodecs } from './import-codecs.ts';

/** Encodes bytes in this thread; nothing when the result is not worth it. */
export async function runEncode(
  input: Uint8Array,
  steps: readonly CodecStep[],
  onlyBelow: number | undefined,
  moduleUrl: string | undefined,
): Promise<Uint8Array | undefined> {
  const registry = new CodecRegistry(await importCodecs(moduleUrl, 'of the archive'));
  const context: CodecContext = {
    keys: { get: () => undefined },
    strict: true,
    codec: (id) => registry.get(id),
    report: () => {},
  };
  const encoded = await encodeSteps(input, steps, context);
  return isWorthwhile(encoded.length, input.length, onlyBelow) ? encoded : undefined;
}
