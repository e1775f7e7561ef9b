import { type Awaitable, chain } from '../contract/awaitable.ts';
import type { Codec, CodecContext, CodecStep, Transform } from '../contract/codec.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import { natives } from '../natives.ts';
import { Aes, blockLength } from './aes.ts';

type Direction = 'encrypt' | 'decrypt';

/** Enough for one native call to cost little, small enough to stay in the cache over several passes. */
const sliceLength = 262144;

/**
 * AES in ECB mode, `passes` times (default 1) over each whole 16-byte block; a shorter tail is left as it is. The
 * key's length (16, 24 or 32 bytes) chooses the variant.
 */
export const aesEcb: Codec = {
  id: 'aes-ecb',
  sameSize: true,
  maxRatio: 1,
  decode(input, step, size, context) {
    if (size !== undefined && size !== input.length) {
      throw new ArchiveError('SIZE_MISMATCH', `Found ${input.length} encrypted bytes, expected ${size}.`);
    }
    return chain(openCipher(step, 'decrypt', context), (cipher) => cipher(input));
  },
  encode: (input, step, context) => chain(openCipher(step, 'encrypt', context), (cipher) => cipher(input)),
  decoder: (step, _size, context) => createTransform(step, 'decrypt', context),
  encoder: (step, context) => createTransform(step, 'encrypt', context),
};

/** Gives a new array in which the whole blocks are changed. */
type Cipher = (bytes: Uint8Array) => Uint8Array;

function openCipher(step: CodecStep, direction: Direction, context: CodecContext): Awaitable<Cipher> {
  const passes = readPasses(step);
  return chain(context.keys.get(step.key ?? ''), (key) => {
    const aesKey = checkKey(key, step);
    const portable = natives().aesEcb === undefined ? new Aes(aesKey) : undefined;
    return (bytes) => {
      const output = bytes.slice();
      const end = bytes.length - (bytes.length % blockLength);
      for (let at = 0; at < end; at += sliceLength) {
        context.signal?.throwIfAborted();
        const slice = output.subarray(at, Math.min(end, at + sliceLength));
        if (portable === undefined) output.set(runNatively(direction, aesKey, slice, passes), at);
        else portable[direction](slice, passes);
      }
      return output;
    };
  });
}

function runNatively(direction: Direction, key: Uint8Array, bytes: Uint8Array, passes: number): Uint8Array {
  let result: Uint8Array | undefined;
  try {
    result = natives().aesEcb?.(direction, key, bytes, passes);
  } catch (error) {
    throw toArchiveError(error, 'KEY_WRONG', 'AES refused its key or its data');
  }
  if (result?.length === bytes.length) return result;
  throw new ArchiveError('DAMAGED', `Found ${result?.length} bytes after AES, expected ${bytes.length}.`);
}

async function createTransform(
  step: CodecStep,
  direction: Direction,
  context: CodecContext,
): Promise<Transform> {
  const cipher = await openCipher(step, direction, context);
  let rest = new Uint8Array(0);
  return {
    push(input) {
      const bytes = new Uint8Array(rest.length + input.length);
      bytes.set(rest);
      bytes.set(input, rest.length);
      const whole = bytes.length - (bytes.length % blockLength);
      rest = bytes.slice(whole);
      return whole === 0 ? [] : [cipher(bytes.subarray(0, whole))];
    },
    finish: () => (rest.length === 0 ? [] : [rest]),
  };
}

function readPasses(step: CodecStep): number {
  const passes = step.passes ?? 1;
  if (typeof passes === 'number' && Number.isInteger(passes) && passes >= 1 && passes <= 256) return passes;
  throw new ArchiveError(
    'OPTION_INVALID',
    `Found ${JSON.stringify(step.passes)} AES passes, expected 1 to 256.`,
  );
}

function checkKey(key: Uint8Array | undefined, step: CodecStep): Uint8Array {
  const name = JSON.stringify(step.key ?? '');
  if (key === undefined) {
    throw new ArchiveError('KEY_MISSING', `The data is encrypted and the key ${name} is not there.`, {
      help: `Give a key file, or import the key ${name} from your own copy of the game.`,
    });
  }
  if (key.length === 16 || key.length === 24 || key.length === 32) return key;
  throw new ArchiveError(
    'KEY_WRONG',
    `Found ${key.length} bytes in the key ${name}, expected 16, 24 or 32 for AES.`,
  );
}
