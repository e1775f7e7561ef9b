import {
  ArchiveError,
  type Awaitable,
  type Codec,
  type CodecContext,
  type CodecStep,
  chain,
  type Keys,
} from '@packwright/core';
import { keyIds } from '../keys/key-ids.ts';
import { type Direction, runEcb } from './modes.ts';
import { ngKeyCount } from './ng-key-index.ts';
import { requireKey } from './required-key.ts';
import { TfitCipher } from './tfit-cipher.ts';
import { tfitKeyLength, tfitTablesLength } from './tfit-layout.ts';
import { TfitTables } from './tfit-tables.ts';

/** Id of the NG codec in steps. */
const ngCodecId = 'rage-rpf/ng';

/** A step that deciphers NG with the key of a number, as `ngKeyIndex` gives it. */
export function ngStep(keyIndex: number): CodecStep {
  return { codec: ngCodecId, key: keyIds.gta5NgKeys, keyIndex };
}

/** NG of GTA V on PC: TFIT, each whole block on its own, a shorter tail left plain. */
export const ngCodec: Codec = {
  id: ngCodecId,
  sameSize: true,
  maxRatio: 1,
  decode: (input, step, _size, context) => run(input, step, 'decrypt', context),
  encode: (input, step, context) => run(input, step, 'encrypt', context),
};

function openCipher(keys: Keys, keyIndex: number): Awaitable<TfitCipher> {
  return chain(requireKey(keys, keyIds.gta5NgKeys, ngKeyCount * tfitKeyLength), (set) =>
    chain(requireKey(keys, keyIds.gta5NgTables, tfitTablesLength), (tables) => {
      const at = keyIndex * tfitKeyLength;
      return new TfitCipher(set.subarray(at, at + tfitKeyLength), TfitTables.of(tables));
    }),
  );
}

function run(
  input: Uint8Array,
  step: CodecStep,
  direction: Direction,
  context: CodecContext,
): Awaitable<Uint8Array> {
  const { keyIndex } = step;
  if (
    !(typeof keyIndex === 'number' && Number.isInteger(keyIndex) && keyIndex >= 0 && keyIndex < ngKeyCount)
  ) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `The codec ${ngCodecId} was given keyIndex ${JSON.stringify(keyIndex)}, expected 0 to ${ngKeyCount - 1}.`,
    );
  }
  return chain(openCipher(context.keys, keyIndex), (cipher) =>
    runEcb(cipher, direction, input, context.signal),
  );
}
