import { type ArchiveIndex, BytesSource, type Change, type UpdateContext } from '@packwright/core';
import { nameListPath, sizeListPath } from './layout.ts';
import type { TortureOptions } from './options.ts';

/** The lists of names and of sizes follow every change, where an archive has them. */
export async function companionsOfTorture(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<TortureOptions>,
): Promise<readonly Change[]> {
  const isGiven = (path: string): boolean => changes.some((change) => change.path.toLowerCase() === path);
  const entries = entriesAfter(index, changes, context);
  const companions: Change[] = [];
  const follow = (path: string, lines: readonly string[]): void => {
    const found = entries.find((entry) => entry.path.toLowerCase() === path);
    if (found?.number === undefined || isGiven(path)) return;
    const content = new BytesSource(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')));
    companions.push({ kind: 'replace', entry: found.number, path: found.path, content });
    found.size = content.size;
  };
  if (changes.some(({ kind }) => kind !== 'replace')) {
    follow(
      nameListPath,
      entries.map(({ path }) => path),
    );
  }
  const sized = entries.filter(({ path }) => path.toLowerCase() !== sizeListPath);
  follow(
    sizeListPath,
    sized.flatMap(({ path, size }) => (size === undefined ? [] : [`${size} ${path}`])),
  );
  return companions;
}

interface EntryAfter {
  readonly path: string;
  /** In the old table; absent for new ones. */
  readonly number: number | undefined;
  /** Absent where the table does not tell. */
  size: number | undefined;
}

function entriesAfter(
  index: ArchiveIndex,
  changes: readonly Change[],
  context: UpdateContext<TortureOptions>,
): EntryAfter[] {
  const entries: EntryAfter[] = [];
  for (let number = 0; number < index.entries.length; number++) {
    const change = changes.find((one) => one.kind !== 'add' && one.entry === number);
    if (change?.kind === 'remove') continue;
    const path = change?.kind === 'rename' ? change.path : context.path(number);
    const size = change?.kind === 'replace' ? change.content.size : index.entries.at(number).size;
    entries.push({ path, number, size });
  }
  for (const change of changes) {
    if (change.kind === 'add')
      entries.push({ path: change.path, number: undefined, size: change.content?.size });
  }
  return entries;
}
