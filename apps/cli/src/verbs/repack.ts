import { basename } from 'node:path';
import {
  type Archive,
  ArchiveError,
  applyRecipe,
  type ByteSource,
  type CreateReport,
  createArchive,
  makeRecipe,
  type Recipe,
} from '@packwright/core';
import type { FileSink } from '@packwright/node';
import { changedEntries, passingSource } from '@packwright/toolkit';
import { breathingSink } from '../breathing-sink.ts';
import type { CommandContext } from '../command-context.ts';
import { openEncoderPool } from '../encoder-pool.ts';
import { exitCodes } from '../exit-code.ts';
import { formatSize, plural } from '../output/size.ts';
import { createOutputFile } from '../output-file.ts';
import { writeOptionsOf } from '../split-options.ts';
import { firstDifference } from './first-difference.ts';

/** `packwright repack ARCHIVE OUT [--identical]` */
export async function run(context: CommandContext): Promise<number> {
  const [path = '', out = ''] = context.operands;
  const { archive } = await context.openPath(path, true);
  context.tellFindings(archive);
  const sink = createOutputFile(context, out);
  try {
    await (context.has('identical') ? repackIdentically : repackAnew)(context, archive, sink, out);
    sink.close();
    return exitCodes.done;
  } finally {
    sink.abort();
  }
}

/** Makes the archive again from its decoded entries and a recipe, then compares it with the old one. */
async function repackIdentically(
  context: CommandContext,
  archive: Archive,
  sink: FileSink,
  out: string,
): Promise<void> {
  const { output } = context;
  const bar = output.progress('Repacking', archive.source.size * 2);
  const recipe = await makeRecipe(archive, {
    progress: (offset) => {
      bar.set(offset);
      return context.breathe();
    },
  });
  const contents = await contentsFor(recipe, archive);
  await applyRecipe(
    recipe,
    contents,
    breathingSink(sink, () => context.breathe()),
    {
      codecs: archive.plugin.codecs,
      keys: archive.reading.keys,
      limits: context.limits(),
      budget: context.budget(),
      progress: (bytes) => {
        bar.add(bytes);
        return context.breathe();
      },
    },
  );
  bar.finish();
  await requireEqual(archive.source, sink, context);
  const { size, literals, unreproduced } = recipe;
  if (output.isJson)
    output.object({ schema: 1, path: out, identical: true, size, literalBytes: literals.size, unreproduced });
  for (const { path, reason } of unreproduced) output.warn(`${path}: ${reason}; its stored bytes were kept.`);
  output.say(`${out} is identical, byte for byte: ${formatSize(size)}.`);
}

/** The decoded entries that a recipe asks for. */
async function contentsFor(
  recipe: Recipe,
  archive: Archive,
): Promise<(entry: number, path: string) => ByteSource> {
  const contents = new Map<number, ByteSource>();
  for (const piece of recipe.parts.flatMap(({ pieces }) => pieces)) {
    if (!('entry' in piece) || contents.has(piece.entry)) continue;
    contents.set(piece.entry, await passingSource(archive.entry(piece.entry)));
  }
  return (entry, path) => {
    const content = contents.get(entry);
    if (content !== undefined) return content;
    throw new ArchiveError(
      'ENTRY_NOT_FOUND',
      `The recipe needs ${JSON.stringify(path)}, which is no entry.`,
      { path },
    );
  };
}

async function requireEqual(old: ByteSource, sink: FileSink, context: CommandContext): Promise<void> {
  const written = sink.preview();
  try {
    const offset = await firstDifference(old, written, () => context.breathe());
    if (offset === undefined) return;
    throw new ArchiveError(
      'WRITE_REFUSED',
      `The result differs from the archive at offset ${offset}; it was not kept.`,
      {
        offset,
        help: 'This is a fault of Packwright or of the plugin. Please report it.',
      },
    );
  } finally {
    await written.close();
  }
}

/** Writes the archive anew in its own style, with the options that were given. */
async function repackAnew(
  context: CommandContext,
  archive: Archive,
  sink: FileSink,
  out: string,
): Promise<void> {
  const { output } = context;
  const entries = await changedEntries(archive, []);
  const total = entries.reduce((sum, { content }) => sum + (content?.size ?? 0), 0);
  const bar = output.progress('Repacking', total);
  const pool = openEncoderPool(context, archive.plugin, total);
  const target = breathingSink(sink, () => context.breathe());
  let report: CreateReport;
  try {
    report = await createArchive(archive.plugin, entries, target, {
      options: { ...archive.index.writeOptions, ...writeOptionsOf(archive.plugin, context.options()) },
      keys: archive.reading.keys,
      limits: context.limits(),
      budget: context.budget(),
      name: basename(out),
      pool,
      progress: (bytes) => {
        bar.add(bytes);
        return context.breathe();
      },
    });
  } finally {
    await pool?.close();
    bar.finish();
  }
  context.tellFindings(report);
  const oldSize = archive.source.size;
  const { entries: count, size } = report;
  if (output.isJson) output.object({ schema: 1, path: out, entries: count, oldSize, size });
  output.say(`${out}: ${plural(count, 'entry', 'entries')}, ${formatSize(oldSize)} → ${formatSize(size)}.`);
}
