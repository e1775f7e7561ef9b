import { fromHex, type OptionValues } from '@packwright/core';
import { blockLength } from './layout.ts';
import type { WriteOptions } from './options.ts';

/** The header's block that the options ask for: zeros without one, nothing when it is no 128 bytes of hex. */
export function readBlockOption(options: OptionValues<WriteOptions>): Uint8Array | undefined {
  if (options.block128 === undefined) return new Uint8Array(blockLength);
  const block = fromHex(options.block128);
  return block?.length === blockLength ? block : undefined;
}
