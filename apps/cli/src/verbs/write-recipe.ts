import { join } from 'node:path';
import { type Archive, ArchiveError, makeRecipe, type Recipe, serializeRecipe } from '@packwright/core';
import { type ExtractedEntry, FileSink, unescapePart } from '@packwright/node';
import type { CommandContext } from '../command-context.ts';
import { formatSize } from '../output/size.ts';
import { recipeFileName } from '../recipe-file-name.ts';

/** A recipe needs every file, as it is when decoded. */
const excluded = ['index', 'stored', 'recursive'];

/** Refuses what `--recipe` cannot go with, before anything is written. */
export function checkRecipeFlags(context: CommandContext): void {
  const other =
    context.operands.length > 1
      ? 'PATTERN'
      : excluded.filter((flag) => context.has(flag)).map((flag) => `--${flag}`)[0];
  if (other === undefined) return;
  throw new ArchiveError(
    'OPTION_INVALID',
    `--recipe cannot go with ${other}: the recipe needs all files of the archive, decoded.`,
  );
}

/** Writes the side-car that makes the same archive again from the extracted files. */
export async function writeRecipe(
  context: CommandContext,
  archive: Archive,
  out: string,
  entries: readonly ExtractedEntry[],
): Promise<void> {
  const { output } = context;
  const bar = output.progress('Making the recipe', archive.source.size);
  const recipe = await makeRecipe(archive, {
    progress: (offset) => {
      bar.set(offset);
      return context.breathe();
    },
  });
  bar.finish();
  const bytes = await serializeRecipe(withTargets(recipe, entries));
  const sink = FileSink.create(join(out, recipeFileName), { overwrite: true, budget: context.budget() });
  try {
    sink.write(0, bytes);
    sink.close();
  } finally {
    sink.abort();
  }
  for (const { path, reason } of recipe.unreproduced)
    output.warn(`${path}: ${reason}; the recipe keeps its stored bytes.`);
  output.say(`Recipe: ${join(out, recipeFileName)}, ${formatSize(bytes.length)}.`);
}

/** The recipe with the paths that the files really got, so that `create` finds renamed ones too. */
function withTargets(recipe: Recipe, entries: readonly ExtractedEntry[]): Recipe {
  const targets = new Map(
    entries.filter(({ status }) => status !== 'failed').map(({ entry, target }) => [entry, target] as const),
  );
  for (const piece of recipe.parts.flatMap(({ pieces }) => pieces)) {
    if (!('entry' in piece) || targets.has(piece.entry)) continue;
    const path = recipe.paths[piece.entry] ?? '';
    throw new ArchiveError(
      'WRITE_REFUSED',
      `There is no recipe without ${JSON.stringify(path)}, which was not extracted.`,
      { path },
    );
  }
  const paths = recipe.paths.map(
    (path, entry) => targets.get(entry)?.split('/').map(unescapePart).join('/') ?? path,
  );
  return { ...recipe, paths };
}
