import type { CodecStep } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { natives } from '../natives.ts';
import { deflateEngine } from '../wasm/deflate-engine.ts';

/** Who compresses: core's own engine, the platform's zlib, or zlib 1.2 byte for byte. */
type DeflateEncoder = 'fast' | 'native' | 'classic';

/** How a deflate step compresses. */
export interface EncoderSettings {
  readonly level: number;
  readonly encoder: DeflateEncoder;
}

const usualLevel = 6;

/** The settings in a step, with the defaults: level 6, and the first encoder of fast, native and classic that there is. */
export function readEncoderSettings(step: CodecStep): EncoderSettings {
  const level = step.level ?? usualLevel;
  const encoder = step.encoder ?? usualEncoder();
  if (typeof level !== 'number' || !Number.isInteger(level) || level < 0 || level > 9) {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Found the compression level ${JSON.stringify(level)}, expected 0 to 9.`,
    );
  }
  if (encoder !== 'fast' && encoder !== 'native' && encoder !== 'classic') {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Found the encoder ${JSON.stringify(encoder)}, expected "fast", "native" or "classic".`,
    );
  }
  return { level, encoder };
}

function usualEncoder(): DeflateEncoder {
  if (deflateEngine() !== undefined) return 'fast';
  return natives().deflate === undefined ? 'classic' : 'native';
}

/** Levels that write each value of the header's two level bits, likeliest first. */
const levelsByHeader = [[1, 0], [5, 4, 3, 2], [6], [9, 8, 7]] as const;
const levelsWithoutHeader = [6, 9, 1, 8, 7, 5, 4, 3, 2] as const;

/** Steps that may have made a zlib stream, told by its header; classic zlib first, since most tools use it. */
export function zlibCandidates(step: CodecStep, stored: Uint8Array): readonly CodecStep[] {
  const levels = levelsByHeader[(stored[1] ?? 0) >> 6] ?? [];
  return withSettings(step, startsStored(stored[2]) ? [0, ...levels] : levels);
}

/** Steps that may have made raw deflate data, which tells nothing but whether its first block is stored. */
export function deflateCandidates(step: CodecStep, stored: Uint8Array): readonly CodecStep[] {
  return withSettings(step, startsStored(stored[0]) ? [0, ...levelsWithoutHeader] : levelsWithoutHeader);
}

function startsStored(first: number | undefined): boolean {
  return first !== undefined && ((first >> 1) & 3) === 0;
}

function withSettings(step: CodecStep, levels: readonly number[]): readonly CodecStep[] {
  const own = step.level === undefined && step.encoder === undefined ? [] : [step];
  const encoders: readonly DeflateEncoder[] = ['classic', 'fast', 'native'];
  return [
    ...own,
    ...encoders.flatMap((encoder) => [...new Set(levels)].map((level) => ({ ...step, level, encoder }))),
  ];
}
