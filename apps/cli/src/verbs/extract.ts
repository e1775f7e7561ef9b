import type { Archive, Entry } from '@packwright/core';
import {
  type ExtractedEntry,
  type ExtractOptions,
  type ExtractReport,
  extractArchive,
  extractRecursively,
} from '@packwright/node';
import { matchesAny, parsePatterns } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';
import { exitCodeFor, exitCodes } from '../exit-code.ts';
import { escapeText } from '../output/escape.ts';
import { JsonList } from '../output/json-list.ts';
import { formatSize, plural } from '../output/size.ts';
import { archiveJson } from './archive-json.ts';
import { defaultDestination } from './default-destination.ts';
import { nothingMatched } from './nothing-matched.ts';
import { checkRecipeFlags, writeRecipe } from './write-recipe.ts';

/** `packwright extract ARCHIVE [PATTERN…] -o DIR` */
export async function run(context: CommandContext): Promise<number> {
  const [path = '', ...patterns] = context.operands;
  if (context.has('recipe')) checkRecipeFlags(context);
  const choice = new Choice(context, patterns);
  const { archive } = await context.openPath(path);
  context.tellFindings(archive);
  const out = context.flag('output') ?? defaultDestination(path);
  const entries: ExtractedEntry[] = [];
  const report = await extract(context, archive, out, choice, (entry) => entries.push(entry));
  if (choice.isNarrow && !choice.isMatched) throw nothingMatched(path, choice.texts);
  context.tellFindings(report);
  for (const failure of report.failed) {
    context.output.warn(`${failure.path}: ${failure.error.message} [${failure.error.code}]`);
  }
  print(context, path, archive, out, report, entries);
  if (context.has('recipe') && !context.has('dry-run')) await writeRecipe(context, archive, out, entries);
  return codeOf(report);
}

/** Which entries are wanted, and whether there were any. */
class Choice {
  readonly texts: readonly string[];
  readonly isNarrow: boolean;
  isMatched = false;
  readonly #patterns: ReturnType<typeof parsePatterns>;
  readonly #numbers: ReadonlySet<number>;

  constructor(context: CommandContext, patterns: readonly string[]) {
    this.#patterns = parsePatterns(patterns);
    this.#numbers = new Set(context.counts('index'));
    this.texts = [...patterns, ...[...this.#numbers].map((number) => `--index ${number}`)];
    this.isNarrow = this.texts.length > 0;
  }

  accepts(path: string, entry: Entry): boolean {
    const isWanted =
      matchesAny(this.#patterns, path) && (this.#numbers.size === 0 || this.#numbers.has(entry.index));
    this.isMatched ||= isWanted;
    return isWanted;
  }
}

async function extract(
  context: CommandContext,
  archive: Archive,
  out: string,
  choice: Choice,
  note: (entry: ExtractedEntry) => void,
): Promise<ExtractReport> {
  const bar = context.output.progress(context.has('dry-run') ? 'Checking' : 'Extracting');
  const keepsEntries = context.output.isJson || context.has('dry-run') || context.has('recipe');
  const options: ExtractOptions = {
    overwrite: overwriteOf(context),
    stripComponents: context.count('strip'),
    flat: context.has('flat'),
    stored: context.has('stored'),
    dryRun: context.has('dry-run'),
    resume: context.has('resume'),
    jobs: context.count('jobs'),
    progress: ({ bytes, totalBytes }) => bar.set(bytes, totalBytes),
    onEntry: keepsEntries ? note : undefined,
  };
  try {
    if (context.has('recursive')) {
      const filter = choice.isNarrow
        ? (path: string, entry: Entry) => choice.accepts(path, entry)
        : undefined;
      return await extractRecursively(archive, out, {
        ...options,
        open: await context.openOptions(),
        filter,
      });
    }
    if (!choice.isNarrow) return await extractArchive(archive, out, options);
    const filter = (entry: Entry): boolean => choice.accepts(entry.path, entry);
    // Looked at before, because an extraction of nothing would still make the folder.
    const isAny = [...archive.entries()].some(filter);
    return isAny ? await extractArchive(archive, out, { ...options, filter }) : nothing;
  } finally {
    bar.finish();
  }
}

const nothing: ExtractReport = { files: 0, directories: 0, bytes: 0, skipped: 0, failed: [], findings: [] };

function overwriteOf(context: CommandContext): 'never' | 'always' | 'newer' {
  const when = context.flag('overwrite');
  return when === 'always' || when === 'newer' ? when : 'never';
}

/** Some bad entries are problems; when nothing at all could be done, the first reason decides. */
function codeOf({ files, skipped, failed, findings }: ExtractReport): number {
  const [first] = failed;
  if (first !== undefined && files === 0 && skipped === 0) return exitCodeFor(first.error);
  const isBad = failed.length > 0 || findings.some(({ severity }) => severity === 'error');
  return isBad ? exitCodes.problems : exitCodes.done;
}

function print(
  context: CommandContext,
  path: string,
  archive: Archive,
  out: string,
  report: ExtractReport,
  entries: readonly ExtractedEntry[],
): void {
  const { output } = context;
  const { files, directories, bytes, skipped, failed, findings } = report;
  const isDry = context.has('dry-run');
  if (output.isJson) {
    const head = {
      schema: 1,
      archive: archiveJson(path, archive),
      output: out,
      dryRun: isDry,
      files,
      directories,
      bytes,
      skipped,
      failed: failed.map(({ entry, path: name, error }) => ({
        index: entry,
        path: name,
        code: error.code,
        message: error.message,
      })),
      findings,
    };
    const list = new JsonList(output, head, 'entries');
    for (const { entry, path: name, target, status } of entries)
      list.add({ index: entry, path: name, target, status });
    list.finish();
    return;
  }
  if (isDry)
    for (const { status, target } of entries) output.line(`${wouldBe[status]}  ${escapeText(target)}`);
  const left = skipped === 0 ? '' : `, ${formatSkipped(skipped)}`;
  const bad = failed.length === 0 ? '' : `, ${plural(failed.length, 'entry', 'entries')} failed`;
  const verb = isDry ? 'Dry run, nothing was written: ' : '';
  output.say(`${verb}${out}: ${plural(files, 'file')}, ${formatSize(bytes)}${left}${bad}.`);
}

const wouldBe = { written: 'write', skipped: 'skip ', failed: 'fail ' } as const;

function formatSkipped(count: number): string {
  return `${plural(count, 'entry', 'entries')} left out (there already, or nothing left of the path)`;
}
