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
}
