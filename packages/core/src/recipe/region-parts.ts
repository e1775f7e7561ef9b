import type { Archive } from '../archive/archive.ts';
import type { Region } from '../contract/archive-index.ts';
import type { CodecStep, Transform } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { codecContext } from '../read/read-context.ts';
import type { Claim } from './claims.ts';
import { type EncoderFinder, startsWith } from './find-encoder.ts';
import type { RecipePart, RecipePiece } from './recipe.ts';

/** Plain bytes encoded at once while comparing. */
const feedLength = 2 ** 20;

/** Parts that give a solid block back, and how many stored bytes they give. */
export interface RegionParts {
  readonly parts: readonly RecipePart[];
  readonly length: number;
}

/** Splits a region at its flush points and looks for the encoder that gives exactly its stored bytes. */
export async function findRegionParts(
  archive: Archive,
  number: number,
  claims: readonly Claim[],
  finder: EncoderFinder,
  signal?: AbortSignal | undefined,
): Promise<RegionParts | undefined> {
  const region = archive.index.regions?.[number];
  const [step, ...more] = region?.steps ?? [];
  if (region === undefined || step === undefined || more.length > 0) return undefined;
  if (!archive.reading.codecs.has(step.codec)) return undefined;
  const pieces = splitAtRestarts(region, claims);
  if (pieces === undefined) return undefined;
  const head = await archive.source.read(region.offset, Math.min(region.length, 64), { signal });
  for (const candidate of finder.candidates(step, head)) {
    const length = await tryEncoder(archive, number, region, candidate, pieces, signal);
    if (length === undefined) continue;
    finder.remember(candidate);
    const parts = pieces.map((part) => ({ pieces: part.pieces, steps: [candidate], stream: number }));
    return { parts, length };
  }
  return undefined;
}

interface FlushedPart {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly RecipePiece[];
}

/** What lies between two flush points: entries, and zeros where no entry is. */
function splitAtRestarts(region: Region, claims: readonly Claim[]): FlushedPart[] | undefined {
  const bounds: number[] = [];
  const restarts = region.restarts ?? new Float64Array();
  for (let i = 1; i < restarts.length; i += 2) bounds.push(restarts[i] ?? 0);
  if (bounds.at(-1) !== region.size) bounds.push(region.size);
  const parts: FlushedPart[] = [];
  let start = 0;
  let next = 0;
  for (const end of bounds) {
    if (end < start) return undefined;
    if (end === 0 && start === 0) continue;
    const pieces: RecipePiece[] = [];
    let at = start;
    while (next < claims.length) {
      const claim = claims[next];
      if (claim === undefined || claim.offset >= end) break;
      if (claim.offset < at || claim.offset + claim.length > end) return undefined;
      if (claim.offset > at) pieces.push({ zeros: claim.offset - at });
      pieces.push({ entry: claim.entry, offset: claim.at, length: claim.length });
      at = claim.offset + claim.length;
      next++;
    }
    if (end > at) pieces.push({ zeros: end - at });
    parts.push({ start, end, pieces });
    start = end;
  }
  return parts;
}

/** Encodes the block and compares as it goes; gives the stored bytes that came out right, or nothing. */
async function tryEncoder(
  archive: Archive,
  number: number,
  region: Region,
  step: CodecStep,
  parts: readonly FlushedPart[],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const context = codecContext(archive.reading, signal);
  const encoder = await context.codec(step.codec).encoder?.(step, context);
  if (encoder?.flush === undefined) return undefined;
  const plain = archive.reading.region(number);
  let position = 0;
  const matches = async (chunks: Iterable<Uint8Array>): Promise<boolean> => {
    for (const chunk of chunks) {
      if (position > region.length - chunk.length) return false;
      const stored = await archive.source.read(region.offset + position, chunk.length, { signal });
      if (!startsWith(stored, chunk)) return false;
      position += chunk.length;
    }
    return true;
  };
  try {
    for (const { start, end, pieces } of parts) {
      if (!(await encodePart(encoder, plain.read.bind(plain), start, end, pieces, matches, signal)))
        return undefined;
    }
  } catch (error) {
    if (ArchiveError.is(error)) return undefined;
    throw error;
  }
  return position;
}

async function encodePart(
  encoder: Transform,
  read: (offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array> | Uint8Array,
  start: number,
  end: number,
  pieces: readonly RecipePiece[],
  matches: (chunks: Iterable<Uint8Array>) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let at = start;
  for (const piece of pieces) {
    const length = 'zeros' in piece ? piece.zeros : piece.length;
    for (let done = 0; done < length; done += feedLength) {
      const count = Math.min(feedLength, length - done);
      const bytes = await read(at + done, count, signal);
      // Only zeros can be told without an entry: other filler bytes make the block literal.
      if ('zeros' in piece && bytes.some((byte) => byte !== 0)) return false;
      if (!(await matches(await encoder.push(bytes)))) return false;
    }
    at += length;
  }
  return at === end && matches((await encoder.flush?.()) ?? []);
}
