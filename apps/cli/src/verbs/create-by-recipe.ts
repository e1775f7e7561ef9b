import {
  ArchiveError,
  applyRecipe,
  type ByteSource,
  parseRecipe,
  type Recipe,
  type WriteEntry,
} from '@packwright/core';
import { FileSource } from '@packwright/node/reading';
import { breathingSink } from '../breathing-sink.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-code.ts';
import { formatSize } from '../output/size.ts';
import { createOutputFile } from '../output-file.ts';

/** `create --recipe FILE`: the archive that was extracted, from its files and the side-car. */
export async function createByRecipe(
  context: CommandContext,
  out: string,
  file: string,
  entries: readonly WriteEntry[],
): Promise<number> {
  const { output } = context;
  const recipe = await readRecipe(file);
  const handle = (await context.formats()).find(({ id }) => id === recipe.format);
  const contents = new Map(entries.map(({ path, content }) => [path, content]));
  const bar = output.progress('Writing', recipe.size);
  const isDry = context.has('dry-run');
  const sink = isDry ? undefined : createOutputFile(context, out);
  const target = breathingSink(sink ?? { write: () => {} }, () => context.breathe());
  try {
    await applyRecipe(recipe, (_, path) => requireContent(contents.get(path), path), target, {
      codecs: (await handle?.load())?.codecs,
      keys: await context.keys(),
      limits: context.limits(),
      budget: context.budget(),
      progress: (bytes) => {
        bar.add(bytes);
        return context.breathe();
      },
    });
    sink?.close();
  } finally {
    sink?.abort();
    bar.finish();
  }
  const { format, size } = recipe;
  if (output.isJson)
    output.object({ schema: 1, ...(isDry ? { dryRun: true } : {}), path: out, format, size });
  const done = isDry ? 'the recipe fits, nothing was written' : 'made by its recipe';
  output.say(`${out}: ${done}, ${formatSize(size)}.`);
  return exitCodes.done;
}

async function readRecipe(file: string): Promise<Recipe> {
  const source = FileSource.open(file);
  try {
    return await parseRecipe(source.read(0, source.size));
  } catch (error) {
    throw ArchiveError.is(error) ? error.with({ path: file }) : error;
  } finally {
    await source.close();
  }
}

function requireContent(content: ByteSource | undefined, path: string): ByteSource {
  if (content !== undefined) return content;
  throw new ArchiveError(
    'ENTRY_NOT_FOUND',
    `The recipe needs ${JSON.stringify(path)}, which is not among the files.`,
    {
      path,
      help: 'Give the folder that the archive was extracted to.',
    },
  );
}
