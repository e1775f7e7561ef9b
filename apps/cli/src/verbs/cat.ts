import { ArchiveError, type Entry, exitCodeOf, sourceChunks } from '@packwright/core';
import { openChain, requireEntry } from '@packwright/toolkit';
import type { CommandContext } from '../command-context.ts';

/** `packwright cat ARCHIVE[!/PATH] [PATH…]` */
export async function run(context: CommandContext): Promise<number> {
  const [first = '', ...paths] = context.operands;
  const { outer, inner } = await context.split(first);
  const wanted = wantedEntries(inner, paths, context.counts('index'));
  const archive = await context.openFile(outer);
  const options = await context.openOptions();
  let code = context.tellFindings(archive);
  for (const { archives, entry } of wanted) {
    const chain = await openChain(archive, archives, options);
    try {
      const { last } = chain;
      const found = typeof entry === 'number' ? last.entry(entry) : requireEntry(last, entry);
      code = Math.max(code, await write(context, found));
    } finally {
      await chain.close();
    }
  }
  return code;
}

interface Wanted {
  /** Archives on the way, inside the outer one. */
  readonly archives: readonly string[];
  readonly entry: string | number;
}

/**
 * With paths or numbers, the first argument is the archive they are in; alone, its last part is the entry. A number
 * beside one path chooses among the entries of that path.
 */
function wantedEntries(
  inner: readonly string[],
  paths: readonly string[],
  numbers: readonly number[],
): readonly Wanted[] {
  if (numbers.length > 0 && paths.length <= 1) {
    const archives = paths.flatMap((path) => path.split('!/')).slice(0, -1);
    return numbers.map((entry) => ({ archives: [...inner, ...archives], entry }));
  }
  if (numbers.length > 0) {
    throw new ArchiveError('OPTION_INVALID', `--index goes with one path, but found ${paths.length}.`, {
      help: 'See: packwright help cat',
    });
  }
  const whole = paths.length === 0 ? [inner] : paths.map((path) => [...inner, ...path.split('!/')]);
  return whole.map((path) => {
    const entry = path.at(-1);
    if (entry !== undefined) return { archives: path.slice(0, -1), entry };
    throw new ArchiveError('OPTION_INVALID', 'cat needs the path of an entry.', {
      help: 'See: packwright help cat',
    });
  });
}

/** Writes an entry; one whose checksum is wrong is written all the same, but not called good. */
async function write(context: CommandContext, entry: Entry): Promise<number> {
  const { archive } = entry;
  const known = archive.findings.length;
  const stored = context.has('stored') ? entry.stored() : undefined;
  const chunks = stored === undefined ? entry.chunks() : sourceChunks(stored, 0, stored.size);
  for await (const chunk of chunks) {
    await context.output.bytes(chunk);
    await context.breathe();
  }
  return context.tellFindings({ findings: archive.findings.slice(known) }) === 0
    ? 0
    : exitCodeOf('CHECKSUM_MISMATCH');
}
