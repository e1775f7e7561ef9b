import type { Awaitable } from '../contract/awaitable.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Codec } from '../contract/codec.ts';
import type { Keys } from '../contract/keys.ts';
import { defaultLimits, type Limits } from '../contract/limits.ts';
import type { Piece, WritePart } from '../contract/writer.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { CodecRegistry } from '../read/codec-registry.ts';
import type { ByteSink } from '../write/byte-sink.ts';
import type { CodecPool } from '../write/codec-pool.ts';
import { writeParts } from '../write/create-archive.ts';
import { PartWriter } from '../write/part-writer.ts';
import { AppendPlacement } from '../write/placement.ts';
import type { Recipe, RecipePart, RecipePiece } from './recipe.ts';

/** What following a recipe may be given. */
export interface ApplyOptions {
  /** Codecs of the recipe's format. */
  readonly codecs?: readonly Codec[] | undefined;
  readonly keys?: Keys | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** A budget shared with others; default: one of `limits.memory` bytes. */
  readonly budget?: MemoryBudget | undefined;
  readonly pool?: CodecPool | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((bytes: number) => Awaitable<void>) | undefined;
}

/** Makes an archive from a recipe and the contents of its entries. */
export async function applyRecipe(
  recipe: Recipe,
  content: (entry: number, path: string) => ByteSource,
  sink: ByteSink,
  options: ApplyOptions = {},
): Promise<void> {
  const registry = new CodecRegistry(options.codecs);
  const keys = options.keys ?? { get: () => undefined };
  const contents = new Map<number, ByteSource>();
  const open = (entry: number): ByteSource => {
    const known = contents.get(entry) ?? content(entry, recipe.paths[entry] ?? '');
    contents.set(entry, known);
    return known;
  };
  const writer = new PartWriter({
    sink,
    placement: new AppendPlacement(),
    sources: { content: (number) => (number === literalEntry ? recipe.literals : open(number)) },
    codecs: {
      keys,
      strict: true,
      signal: options.signal,
      codec: (id) => registry.get(id),
      report: () => undefined,
    },
    budget: options.budget ?? new MemoryBudget({ ...defaultLimits, ...options.limits }.memory),
    pool: options.pool,
    signal: options.signal,
    progress: options.progress,
  });
  await writeParts({ id: recipe.format }, toWriteParts(recipe, open), writer, options.signal);
  if (writer.placed.end !== recipe.size) {
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `The recipe gave ${writer.placed.end} bytes, expected ${recipe.size}: a file was changed since it was extracted.`,
    );
  }
}

/** Stands for the recipe's own bytes among the entries. */
const literalEntry = -1;

async function* toWriteParts(
  recipe: Recipe,
  open: (entry: number) => ByteSource,
): AsyncGenerator<WritePart, void, undefined> {
  for (const part of recipe.parts) {
    for (const piece of part.pieces) if ('entry' in piece) checkLength(recipe, piece, open(piece.entry));
    yield toWritePart(part);
  }
}

function toWritePart({ pieces, steps, stream }: RecipePart): WritePart {
  return {
    pieces: pieces.map(toPiece),
    ...(steps === undefined ? {} : { steps }),
    ...(stream === undefined ? {} : { stream }),
  };
}

function toPiece(piece: RecipePiece): Piece {
  return 'literal' in piece ? { entry: literalEntry, offset: piece.literal, length: piece.length } : piece;
}

function checkLength(
  recipe: Recipe,
  piece: { readonly entry: number; readonly offset: number; readonly length: number },
  content: ByteSource,
): void {
  if (piece.offset <= content.size - piece.length) return;
  const path = recipe.paths[piece.entry];
  throw new ArchiveError(
    'SIZE_MISMATCH',
    `${JSON.stringify(path)} has ${content.size} bytes, the recipe expects at least ${piece.offset + piece.length}.`,
    { path, help: 'A recipe only fits the files it was made with; create the archive without it.' },
  );
}
