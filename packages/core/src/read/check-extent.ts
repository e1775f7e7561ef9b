import type { StoredExtent } from '../contract/archive-index.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import type { ReadContext } from './read-context.ts';

/** Refuses ranges outside the bytes that are there. */
export function checkRange(extent: StoredExtent, available: number, what: string): void {
  const { offset, length } = extent;
  const sound = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
  if (sound && (length === 0 || offset <= available - length)) return;
  throw new ArchiveError(
    'TRUNCATED',
    `Found an entry of ${length} bytes at offset ${offset}, but ${what} ends at ${available}.`,
    { offset, help: 'The archive is damaged, or was not copied or downloaded to its end.' },
  );
}

/** Refuses sizes that the stored bytes cannot give, before anything is allocated. */
export function checkSize(extent: StoredExtent, context: ReadContext): void {
  const { length, steps = [], offset } = extent;
  // Without steps the file is what lies there, as far as that is a length at all: see `checkRange`.
  const size = extent.size ?? (steps.length === 0 && length > 0 ? length : undefined);
  if (size === undefined) return;
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new ArchiveError('DAMAGED', `Found the size ${size}, expected a whole number.`, { offset });
  }
  if (size > context.limits.entrySize) {
    throw new ArchiveError(
      'LIMIT_EXCEEDED',
      `An entry declares ${size} bytes, the limit is ${context.limits.entrySize}.`,
      { offset, help: 'Raise it with --limit-entry-size if you trust the archive.' },
    );
  }
  let most = length;
  for (const step of steps) {
    const codec = context.codecs.get(step.codec);
    if (!codec.sameSize) most *= codec.maxRatio ?? context.limits.ratio;
  }
  if (size > most) {
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `An entry declares ${size} bytes, but its ${length} stored bytes can give at most ${most}.`,
      { offset },
    );
  }
}

/** Compares what came out with what was declared. */
export function checkResult(extent: StoredExtent, found: number): void {
  const expected = extent.size ?? (extent.steps?.length ? undefined : extent.length);
  if (expected === undefined || expected === found) return;
  throw new ArchiveError('SIZE_MISMATCH', `An entry decodes to ${found} bytes, expected ${expected}.`, {
    offset: extent.offset,
  });
}
