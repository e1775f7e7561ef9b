import { type Archive, ArchiveError, NameList } from '@packwright/core';
import { FileSink } from '@packwright/node';
import { coverageOf, scrapeNames } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { formatCount, plural } from '../output/size.ts';

/** `packwright names coverage|scrape ARCHIVE…` */
export async function run(context: CommandContext): Promise<number> {
  const [action = '', ...paths] = context.operands;
  if (action !== 'coverage' && action !== 'scrape') {
    throw new ArchiveError(
      'OPTION_INVALID',
      `Found "names ${action}", expected "names coverage" or "names scrape".`,
    );
  }
  const archives: { path: string; archive: Archive }[] = [];
  for (const path of paths) archives.push({ path, archive: (await context.openPath(path)).archive });
  return action === 'coverage' ? coverage(context, archives) : scrape(context, archives);
}

function coverage(context: CommandContext, archives: readonly { path: string; archive: Archive }[]): number {
  const { output } = context;
  const rows = archives.map(({ path, archive }) => ({ path, ...coverageOf(archive) }));
  if (output.isJson) {
    output.object({
      schema: 1,
      archives: rows.map((row) => ({ ...row, unresolved: row.entries - row.resolved })),
    });
    return 0;
  }
  for (const { path, entries, resolved, collisions } of rows) {
    const share = entries === 0 ? 100 : (resolved / entries) * 100;
    output.line(
      `${escapeText(path)}: ${formatCount(resolved)} of ${formatCount(entries)} named (${share.toFixed(1)} %), ` +
        `${formatCount(entries - resolved)} unresolved, ${plural(collisions, 'collision')} in the lists`,
    );
  }
  return 0;
}

async function scrape(
  context: CommandContext,
  archives: readonly { path: string; archive: Archive }[],
): Promise<number> {
  const { output } = context;
  const before = archives.reduce((sum, { archive }) => sum + coverageOf(archive).resolved, 0);
  const names = await scrapeNames(
    archives.map(({ archive }) => archive),
    () => context.breathe(),
  );
  for (const { archive } of archives) archive.addNames([NameList.of(names)]);
  const after = archives.reduce((sum, { archive }) => sum + coverageOf(archive).resolved, 0);
  const file = context.flag('output');
  if (file !== undefined) writeList(context, file, names);
  if (output.isJson) output.object({ schema: 1, names, resolvedBefore: before, resolved: after });
  else {
    if (file === undefined) for (const name of names) output.line(escapeText(name));
    output.say(
      `${plural(names.length, 'name')} found; ${formatCount(after)} entries are named, before ${formatCount(before)}.`,
    );
  }
  return 0;
}

function writeList(context: CommandContext, file: string, names: readonly string[]): void {
  const sink = FileSink.create(file, { budget: context.budget() });
  try {
    sink.write(0, Buffer.from(names.map((name) => `${name}\n`).join('')));
    sink.close();
  } finally {
    sink.abort();
  }
}
