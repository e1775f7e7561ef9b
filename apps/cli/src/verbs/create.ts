import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import {
  ArchiveError,
  createArchive,
  exitCodeOf,
  type FormatPlugin,
  resolveOptions,
  type WriteEntry,
} from '@packwright/core';
import { CopyingSink, isWorthThreads, prepareThreads, scanFiles } from '@packwright/node';
import type { CommandContext } from '../command-context.ts';
import { openEncoderPool } from '../encoder-pool.ts';
import { exitCodes } from '../exit-code.ts';
import { escapeText } from '../output/escape.ts';
import { formatSize, plural } from '../output/size.ts';
import { createOutputFile } from '../output-file.ts';
import { recipeFileName } from '../recipe-file-name.ts';
import { createByRecipe } from './create-by-recipe.ts';

/** `packwright create -f FORMAT OUT [DIR or FILE…]` */
export async function run(context: CommandContext): Promise<number> {
  const [out = '', ...paths] = context.operands;
  const scanned = scanFiles(paths);
  context.tellFindings(scanned);
  const recipe = context.flag('recipe');
  if (recipe !== undefined) return createByRecipe(context, out, recipe, scanned.entries);
  const entries = scanned.entries.filter(({ path }) => path !== recipeFileName);
  if (context.has('dry-run')) return checkOnly(context, await requireFormat(context, out), entries);
  const jobs = copyingJobs(context, entries);
  // They start while the format is loaded and looks at the entries; how many more there is memory for shows later.
  prepareThreads(Math.min(jobs, availableParallelism()) - 1);
  return create(context, await requireFormat(context, out), out, entries, jobs);
}

/** Threads in all that copy stored files. */
function copyingJobs(context: CommandContext, entries: readonly WriteEntry[]): number {
  const most = context.count('jobs') ?? availableParallelism();
  return isWorthThreads(entries.length, contentSize(entries)) ? most : 1;
}

/** The format that was named; without a name the extension decides where only one format has it. */
async function requireFormat(context: CommandContext, out: string): Promise<FormatPlugin> {
  const formats = await context.formats();
  const named = context.flag('format');
  const fitting = formats.filter(({ id, extensions }) =>
    named === undefined
      ? extensions.some((extension) => out.toLowerCase().endsWith(extension))
      : id === named,
  );
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only.load();
  const help = `Name one with -f: ${formats.map(({ id }) => id).join(', ')}.`;
  if (named === undefined)
    throw new ArchiveError('OPTION_INVALID', 'create needs the format of the new archive.', { help });
  throw new ArchiveError('FORMAT_UNKNOWN', `No installed plugin provides the format "${named}".`, { help });
}

async function create(
  context: CommandContext,
  plugin: FormatPlugin,
  out: string,
  entries: readonly WriteEntry[],
  jobs: number,
): Promise<number> {
  const { output } = context;
  const total = contentSize(entries);
  const bar = output.progress('Writing', total);
  const pool = openEncoderPool(context, plugin, total);
  const sink = createOutputFile(context, out);
  const copying = new CopyingSink(sink, jobs, context.budget());
  try {
    const report = await createArchive(plugin, entries, copying, {
      options: context.options(),
      keys: await context.keys(),
      limits: context.limits(),
      budget: context.budget(),
      name: basename(out),
      pool,
      // Copying waits for nothing by itself, so this is where signals get through.
      progress: (bytes) => {
        bar.add(bytes);
        return context.breathe();
      },
    });
    sink.close();
    bar.finish();
    context.tellFindings(report);
    const { entries: count, size } = report;
    if (output.isJson) output.object({ schema: 1, path: out, format: plugin.id, entries: count, size });
    output.say(`${out}: ${plural(count, 'entry', 'entries')}, ${formatSize(size)}.`);
    return exitCodes.done;
  } finally {
    await copying.close();
    sink.abort();
    await pool?.close();
  }
}

/** `--dry-run`: what the format says of the entries, before a byte is written. */
async function checkOnly(
  context: CommandContext,
  { id: format, writer }: FormatPlugin,
  entries: readonly WriteEntry[],
): Promise<number> {
  const { output } = context;
  if (writer === undefined)
    throw new ArchiveError('WRITE_REFUSED', `Format ${format} can be read but not written.`);
  const findings = writer.check(
    entries,
    resolveOptions(writer.options, context.options(), `writing ${format}`),
  );
  const size = contentSize(entries);
  if (output.isJson)
    output.object({ schema: 1, dryRun: true, format, entries: entries.length, size, findings });
  else for (const { severity, message } of findings) output.line(`${severity}: ${escapeText(message)}`);
  output.say(
    `Dry run: ${plural(entries.length, 'entry', 'entries')}, ${formatSize(size)} of content; nothing was written.`,
  );
  return findings.some(({ severity }) => severity === 'error') ? exitCodeOf('WRITE_REFUSED') : exitCodes.done;
}

function contentSize(entries: readonly WriteEntry[]): number {
  let size = 0;
  for (const { content } of entries) size += content?.size ?? 0;
  return size;
}
