import type { ByteSource } from '../contract/byte-source.ts';
import type { CodecStep } from '../contract/codec.ts';

/** Workers that encode. Core keeps the order, so the bytes are the same for any number of them. */
export interface CodecPool {
  readonly concurrency: number;
  /** Whether the workers know every codec of these steps. */
  accepts(steps: readonly CodecStep[]): boolean;
  /** Encodes with the last step first, or gives nothing when the result is not below `onlyBelow` × input. */
  encode(
    input: Uint8Array,
    steps: readonly CodecStep[],
    onlyBelow: number | undefined,
  ): Promise<Uint8Array | undefined>;
  /**
   * Reads a range of a source and encodes it, for sources that a worker can open itself, so that no plain byte passes
   * between threads. Gives the plain bytes where the result is not worth it; absent where the source stays here.
   */
  encodeFrom?(
    source: ByteSource,
    from: number,
    length: number,
    steps: readonly CodecStep[],
    onlyBelow: number | undefined,
  ): Promise<{ readonly bytes: Uint8Array; readonly isEncoded: boolean }> | undefined;
}
