import type { Entry } from '@packwright/core';
import { escapeText } from '../output/escape.ts';
import type { Output } from '../output/output.ts';
import { formatCount, formatSize, plural } from '../output/size.ts';
import { formatTable } from '../output/table.ts';
import type { EntryFacts } from './entry-facts.ts';

const columns = [
  { title: 'INDEX', align: 'right' },
  { title: 'SIZE', align: 'right' },
  { title: 'STORED', align: 'right' },
  { title: 'CODEC' },
  { title: 'CHECKSUM' },
  { title: 'PATH' },
] as const;

/** Prints entries with their sizes, codecs, checksums and attributes. */
export function printLongList(output: Output, facts: readonly EntryFacts[]): void {
  const { palette } = output;
  const rows = facts.map((fact) => [String(fact.entry.index), ...cells(fact), paintPath(output, fact)]);
  for (const line of formatTable(columns, rows, palette.bold)) output.line(line);
  const files = facts.filter(({ kind }) => kind === 'file');
  const known = files.filter(({ size }) => size !== undefined);
  const size = known.reduce((sum, fact) => sum + (fact.size ?? 0), 0);
  const unknown = files.length - known.length;
  const hint = unknown === 0 ? '' : ` and ${plural(unknown, 'unknown size')} (--sizes reads them)`;
  output.say(`${plural(files.length, 'file')}, ${formatSize(size)}${hint}`);
}

function cells({ kind, size, storedSize, steps, checksum }: EntryFacts): readonly string[] {
  if (kind === 'directory') return ['-', '-', '-', '-'];
  return [
    size === undefined ? '?' : formatCount(size),
    formatCount(storedSize),
    steps.join(' + ') || 'stored',
    checksum === undefined ? '-' : `${checksum.algorithm}:${checksum.value}`,
  ];
}

function paintPath({ palette }: Output, fact: EntryFacts): string {
  const text = escapeText(fact.path);
  const painted =
    fact.kind === 'directory' ? palette.blue(`${text}/`) : fact.named ? text : palette.yellow(text);
  return painted + palette.dim(attributesText(fact.entry));
}

function attributesText({ row }: Entry): string {
  const attributes = Object.entries(row.attributes ?? {});
  const text = attributes.map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return text.length === 0 ? '' : escapeText(`  ${text.join(' ')}`);
}
