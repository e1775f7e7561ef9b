import { ArchiveError, type Codec, toArchiveError } from '@packwright/core';

/** Id of the zstd codec in steps. */
export const zstdCodecId = 'rage-rpf/zstd';

/** A block of four bytes gives at most 128 KiB. */
const mostRatio = 32768;

/** The decoder's memory is one WebAssembly heap that never shrinks, so what goes into it is bounded. */
const mostBytes = 2 ** 29;

type Decoder = InstanceType<typeof import('zstddec').ZSTDDecoder>;

let decoder: Promise<Decoder> | undefined;

/** zstd, as Red Dead Redemption uses it on PC, Switch and PS4. */
export const zstdCodec: Codec = {
  id: zstdCodecId,
  maxRatio: mostRatio,
  async decode(input, _step, size, context) {
    const expected = checkSizes(input.length, size);
    context.signal?.throwIfAborted();
    if (expected === 0) return new Uint8Array(0);
    decoder ??= startDecoder();
    // An error inside gives nothing or too little, never an exception.
    const bytes = (await decoder).decode(input, expected);
    if (bytes.length === expected) return bytes;
    throw new ArchiveError(
      'DAMAGED',
      `Found a zstd stream that does not give the expected ${expected} bytes.`,
    );
  },
};

/** Few archives need it, so it is loaded for those only. */
async function startDecoder(): Promise<Decoder> {
  try {
    const { ZSTDDecoder } = await import('zstddec');
    const started = new ZSTDDecoder();
    await started.init();
    return started;
  } catch (error) {
    throw toArchiveError(error, 'CODEC_MISSING', 'The zstd decoder cannot be started');
  }
}

function checkSizes(stored: number, size: number | undefined): number {
  if (size === undefined) {
    throw new ArchiveError('DAMAGED', 'Found a zstd stream without a size, expected one in the table.');
  }
  if (size > stored * mostRatio) {
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `Found ${stored} bytes of zstd, which give at most ${stored * mostRatio}, expected ${size}.`,
    );
  }
  if (stored + size <= mostBytes) return size;
  throw new ArchiveError(
    'LIMIT_EXCEEDED',
    `Found a zstd stream of ${stored} bytes for ${size}, expected at most ${mostBytes} together.`,
  );
}
