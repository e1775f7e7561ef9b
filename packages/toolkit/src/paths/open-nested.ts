import { type Archive, ArchiveError, type Entry, type OpenOptions, openArchive } from '@packwright/core';

/** What opening nested archives needs: the options of the outer one. */
export type NestedOptions = OpenOptions;

/** Opens an entry as an archive that shares the budget of the one it lies in. */
export async function openEntry(entry: Entry, options: NestedOptions, depth = 1): Promise<Archive> {
  const { reading } = entry.archive;
  if (depth > reading.limits.depth) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `Archives are nested ${depth} deep, the limit is ${reading.limits.depth}.`,
      { path: entry.path, help: 'Raise it with --limit-depth if you trust the archive.' },
    );
  }
  const source = await entry.source();
  try {
    const { format: _, options: __, ...shared } = options;
    return await openArchive(source, { ...shared, budget: reading.budget });
  } catch (error) {
    await source.close?.();
    throw ArchiveError.is(error) ? error.with({ path: entry.path }) : error;
  }
}

/** The entry of a path; an ambiguous one throws and lists the numbers. */
export function requireEntry(archive: Archive, path: string): Entry {
  const found = archive.findAll(path);
  const [first] = found;
  if (first === undefined) {
    throw new ArchiveError('ENTRY_NOT_FOUND', `Found no entry ${JSON.stringify(path)} in the archive.`, {
      path,
      help: 'See its entries with: packwright list',
    });
  }
  if (found.length > 1) {
    const numbers = found.map(({ index }) => index);
    throw new ArchiveError(
      'ENTRY_AMBIGUOUS',
      `The path ${JSON.stringify(path)} names ${found.length} entries: ${numbers.join(', ')}.`,
      { path, help: `Say which one with --index, for instance --index ${numbers[0]}.` },
    );
  }
  return first;
}

/** Archives along a nested path, outermost first; closing it closes them all but the outermost. */
export class ArchiveChain {
  readonly archives: readonly Archive[];

  constructor(archives: readonly Archive[]) {
    this.archives = archives;
  }

  /** The archive the path leads to. */
  get last(): Archive {
    const last = this.archives.at(-1);
    if (last === undefined) throw new ArchiveError('ENTRY_NOT_FOUND', 'The path names no archive.');
    return last;
  }

  async close(): Promise<void> {
    for (const archive of this.archives.slice(1).reverse()) await closeNested(archive);
  }
}

/** Closes a nested archive and gives back what its source held. */
export async function closeNested(archive: Archive): Promise<void> {
  await archive.close();
  await archive.source.close?.();
}

/** Opens the archives that a nested path goes through. */
export async function openChain(
  outer: Archive,
  inner: readonly string[],
  options: NestedOptions,
): Promise<ArchiveChain> {
  const archives = [outer];
  try {
    for (const path of inner) {
      const parent = archives.at(-1) ?? outer;
      archives.push(await openEntry(requireEntry(parent, path), options, archives.length));
    }
  } catch (error) {
    await new ArchiveChain(archives).close();
    throw error;
  }
  return new ArchiveChain(archives);
}
