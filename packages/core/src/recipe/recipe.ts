import type { ByteSource } from '../contract/byte-source.ts';
import type { CodecStep } from '../contract/codec.ts';

/** How an archive is made again, byte for byte, from its extracted files. */
export interface Recipe {
  readonly format: string;
  readonly variant: string;
  /** Bytes of the archive. */
  readonly size: number;
  /** Paths of the entries that parts refer to, by entry number. */
  readonly paths: readonly string[];
  readonly parts: readonly RecipePart[];
  /** Bytes that no entry gives: headers, tables, gaps, and what no encoder reproduces. */
  readonly literals: ByteSource;
  /** Entries whose stored bytes no known encoder gives; kept literally, or missing when that was not wanted. */
  readonly unreproduced: readonly Unreproduced[];
}

/** A run of the archive, in order. */
export interface RecipePart {
  readonly pieces: readonly RecipePiece[];
  readonly steps?: readonly CodecStep[];
  /** Parts of one number share an encoder that is flushed after each. */
  readonly stream?: number;
}

/** Content of a part. */
export type RecipePiece =
  | { readonly entry: number; readonly offset: number; readonly length: number }
  | { readonly literal: number; readonly length: number }
  | { readonly zeros: number };

/** An entry that has to be kept as it is stored, and why. */
export interface Unreproduced {
  readonly entry: number;
  readonly path: string;
  readonly reason: string;
}
