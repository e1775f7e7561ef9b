import type { Archive, NameTable } from '@packwright/core';
import { matchesAny, parsePatterns, walk } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { JsonList } from '../output/json-list.ts';
import { LineBuffer, writeStdout } from '../output/line-buffer.ts';
import { formatTree } from '../output/tree.ts';
import { archiveJson } from './archive-json.ts';
import { type EntryFacts, factsOf, sortFacts, toJson } from './entry-facts.ts';
import { printLongList } from './long-list.ts';
import { nothingMatched } from './nothing-matched.ts';

/** Rows whose hashes are fetched at a time. */
const blockRows = 2048;

/** `packwright list ARCHIVE [PATTERN…]` */
export async function run(context: CommandContext): Promise<number> {
  const [path = '', ...patterns] = context.operands;
  const { archive } = await context.openPath(path);
  const isPlain = !['long', 'tree', 'recursive', 'sort', 'sizes', 'json'].some((flag) => context.has(flag));
  if (isPlain && patterns.length === 0) listPaths(archive);
  else await listFacts(context, path, archive, patterns);
  return context.tellFindings(archive);
}

/** The fast way: names only, and hashes straight from the table where they stand for names. */
function listPaths(archive: Archive): void {
  const lines = new LineBuffer(writeStdout);
  const hash = archive.nameHash;
  const { entries } = archive.index;
  if (hash?.covers === 'path' && entries.hashesInto !== undefined) {
    const tables = archive.names.map((list) => list.tableFor(hash));
    const halves = new Uint32Array(2 * blockRows);
    for (let first = 0; first < archive.length; first += blockRows) {
      const block = halves.subarray(0, 2 * Math.min(blockRows, archive.length - first));
      entries.hashesInto(first, block);
      if (tables.length === 0) lines.hashes(block, hash.bits);
      else listBlock(archive, first, block, hash.bits, tables, lines);
    }
  } else {
    for (let number = 0; number < archive.length; number++) lines.text(escapeText(archive.path(number)));
  }
  lines.flush();
}

function listBlock(
  archive: Archive,
  first: number,
  block: Uint32Array,
  bits: 32 | 64,
  tables: readonly NameTable[],
  lines: LineBuffer,
): void {
  for (let at = 0; at < block.length; at += 2) {
    const low = block[at] ?? 0;
    const high = block[at + 1] ?? 0;
    const isNamed = tables.some((table) => table.get(low, high) !== undefined);
    if (isNamed) lines.text(escapeText(archive.path(first + at / 2)));
    else lines.hashes(block.subarray(at, at + 2), bits);
  }
}

/** The other way: what the flags ask for, of the entries that fit the patterns. */
async function listFacts(
  context: CommandContext,
  path: string,
  archive: Archive,
  patterns: readonly string[],
): Promise<void> {
  const { output } = context;
  const order = context.flag('sort') ?? 'index';
  const facts: EntryFacts[] = [];
  let list: JsonList | undefined;
  const begin = (): JsonList =>
    new JsonList(output, { schema: 1, archive: archiveJson(path, archive) }, 'entries');
  for await (const fact of chosenFacts(context, path, archive, patterns)) {
    if (!output.isJson || order !== 'index') facts.push(fact);
    else {
      list ??= begin();
      list.add(toJson(fact));
    }
  }
  const sorted = sortFacts(facts, order);
  if (output.isJson) {
    list ??= begin();
    for (const fact of sorted) list.add(toJson(fact));
    list.finish();
  } else print(context, sorted);
}

function print(context: CommandContext, facts: readonly EntryFacts[]): void {
  const { output } = context;
  if (context.has('tree')) for (const line of formatTree(facts, output.palette)) output.line(line);
  else if (context.has('long')) printLongList(output, facts);
  else for (const fact of facts) output.line(escapeText(fact.path));
}

/** The entries that fit the patterns, as they are met; none at all is an error. */
async function* chosenFacts(
  context: CommandContext,
  path: string,
  archive: Archive,
  patterns: readonly string[],
): AsyncGenerator<EntryFacts, void, undefined> {
  const wanted = parsePatterns(patterns);
  const options = { ...(await context.openOptions()), recursive: context.has('recursive') };
  let isMatched = patterns.length === 0;
  for await (const visit of walk(archive, options)) {
    await context.breathe();
    if (visit.problem !== undefined) context.output.warn(`${visit.path}: ${visit.problem.message}`);
    if (!matchesAny(wanted, visit.path)) continue;
    isMatched = true;
    yield await factsOf(visit.entry, visit.path, context.has('sizes'));
  }
  if (!isMatched) throw nothingMatched(path, patterns);
}
