import type { Archive, FormatPlugin, Json } from '@packwright/core';
import { findDuplicates, reportSpace, type SpaceReport } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-code.ts';
import { escapeText } from '../output/escape.ts';
import { formatCount, formatSize, plural } from '../output/size.ts';
import { archiveJson } from './archive-json.ts';
import { countEntries, type EntryCounts } from './entry-counts.ts';

/** A longer text, such as the hex of a block, is cut. */
const longestFact = 100;

/** `packwright info ARCHIVE` */
export async function run(context: CommandContext): Promise<number> {
  const { output } = context;
  const [path = ''] = context.operands;
  const { archive } = await context.openPath(path);
  const counts = countEntries(archive);
  const space = reportSpace(archive);
  const duplicates = findDuplicates(archive);
  const { findings, index, detection } = archive;
  if (output.isJson) {
    output.object({
      schema: 1,
      archive: archiveJson(path, archive),
      recognisedBy: detection.reason,
      ...counts,
      size: counts.size ?? null,
      space: { ...space, gaps: space.gaps.length },
      duplicates,
      structure: index.structure,
      findings,
      can: abilities(archive.plugin),
    });
  } else {
    const facts = describe(archive, counts, space, duplicates);
    const width = Math.max(...facts.map(([title]) => title.length));
    for (const [title, value] of facts)
      output.line(`${output.palette.bold(title.padEnd(width))}  ${escapeText(value)}`);
    for (const { severity, message } of findings) output.line(`${severity}: ${escapeText(message)}`);
  }
  return findings.some(({ severity }) => severity === 'error') ? exitCodes.problems : exitCodes.done;
}

function describe(
  archive: Archive,
  counts: EntryCounts,
  space: SpaceReport,
  duplicates: readonly string[],
): readonly (readonly [title: string, value: string])[] {
  const { plugin, variant, detection, source, index } = archive;
  const { files, directories, unnamed, size, storedSize } = counts;
  const share = size === undefined || size === 0 ? '' : `, ${((storedSize / size) * 100).toFixed(1)} %`;
  return [
    ['Format', `${plugin.id} (${plugin.title})`],
    ['Variant', variant],
    ['Recognised by', detection.reason],
    ['Size', `${formatSize(source.size)} (${plural(source.size, 'byte')})`],
    ['Entries', `${plural(files, 'file')}, ${plural(directories, 'directory', 'directories')}`],
    ...(unnamed === 0 ? [] : [['Unnamed', `${formatCount(unnamed)} (give names with --names)`] as const]),
    ['Content', size === undefined ? 'not told by the table (list --sizes reads it)' : formatSize(size)],
    ['Stored', `${formatSize(storedSize)}${share}`],
    ['Structure', formatSize(space.structure)],
    ['Dead space', `${formatSize(space.dead)} in ${plural(space.gaps.length, 'gap')}`],
    ...(duplicates.length === 0 ? [] : [['Duplicates', duplicates.join(', ')] as const]),
    ['Can', abilities(plugin).join(', ')],
    ...Object.entries(index.attributes ?? {}).map(([name, value]) => [name, factText(value)] as const),
  ];
}

function factText(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longestFact ? text : `${text.slice(0, longestFact)}… (whole with --json)`;
}

/** What can be done with archives of a format, as users name it. */
function abilities({ writer }: FormatPlugin): readonly string[] {
  return [
    'read',
    'verify',
    'repack --identical',
    ...(writer === undefined ? [] : ['create', 'repack']),
    ...(writer?.update === undefined ? [] : ['edit in place']),
  ];
}
