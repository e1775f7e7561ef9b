import { type Archive, ArchiveError, type Entry, matchesSignature, toHandle } from '@packwright/core';
import { nestingMark } from './archive-path.ts';
import { closeNested, type NestedOptions, openEntry } from './open-nested.ts';

/** An entry met on a walk. */
export interface Visit {
  readonly archive: Archive;
  readonly entry: Entry;
  /** Path from the outermost archive, `a!/b` inside nested ones. */
  readonly path: string;
  readonly depth: number;
  /** The entry as an archive, where it is one that could be opened; closed when the walk goes on. */
  readonly nested?: Archive | undefined;
  /** Why an entry that looks like an archive could not be opened. */
  readonly problem?: ArchiveError | undefined;
}

/** What a walk may be given. */
export interface WalkOptions extends NestedOptions {
  /** Go into nested archives. */
  readonly recursive?: boolean | undefined;
}

/** Every entry in archive order; nested archives right behind the entry that holds them. */
export async function* walk(archive: Archive, options: WalkOptions): AsyncGenerator<Visit, void, undefined> {
  yield* walkLevel(archive, '', 0, options);
}

async function* walkLevel(
  archive: Archive,
  prefix: string,
  depth: number,
  options: WalkOptions,
): AsyncGenerator<Visit, void, undefined> {
  for (const entry of archive.entries()) {
    options.signal?.throwIfAborted();
    const path = prefix + entry.path;
    const { nested, problem } = options.recursive ? await openIfArchive(entry, depth + 1, options) : {};
    try {
      yield { archive, entry, path, depth, nested, problem };
      if (nested !== undefined) yield* walkLevel(nested, path + nestingMark, depth + 1, options);
    } finally {
      if (nested !== undefined) await closeNested(nested);
    }
  }
}

/**
 * Opens an entry whose first bytes or extension say that it is an archive; others cost one small read. `depth` counts
 * the archives around it. A problem is one that looks like an archive and cannot be opened.
 */
export async function openIfArchive(
  entry: Entry,
  depth: number,
  options: NestedOptions,
): Promise<{ nested?: Archive; problem?: ArchiveError }> {
  if (entry.kind === 'directory') return {};
  try {
    if (!(await looksLikeArchive(entry, options))) return {};
    return { nested: await openEntry(entry, options, depth) };
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    return error.code === 'FORMAT_UNKNOWN' ? {} : { problem: error };
  }
}

async function looksLikeArchive(entry: Entry, options: NestedOptions): Promise<boolean> {
  const handles = options.formats.map(toHandle);
  const name = entry.path.toLowerCase();
  const fitting = handles.filter(({ extensions }) =>
    extensions.some((extension) => name.endsWith(extension)),
  );
  if (fitting.some(({ signatures }) => signatures.length === 0)) return true;
  // Decoding a large entry only to look at its head would cost more than the look is worth.
  const isEncoded = entry.row.extents.some(
    (extent) => 'bytes' in extent || extent.steps?.length || extent.region !== undefined,
  );
  if (isEncoded && fitting.length === 0) return false;
  const source = await entry.source();
  try {
    const head = await source.read(0, Math.min(64, source.size), { signal: options.signal });
    const probe = {
      head,
      size: source.size,
      read: (offset: number, length: number) => head.subarray(offset, offset + length),
    };
    for (const { signatures } of handles) if (await matchesSignature(probe, signatures)) return true;
    return false;
  } finally {
    await source.close?.();
  }
}
