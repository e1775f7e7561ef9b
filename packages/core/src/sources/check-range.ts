import { ArchiveError } from '../errors/archive-error.ts';

/** Refuses a range that does not lie inside `size` bytes. */
export function checkSourceRange(
  offset: number,
  length: number,
  size: number,
  name?: string | undefined,
): void {
  const sound = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
  if (sound && offset <= size - length) return;
  throw new ArchiveError(
    'SOURCE_OUT_OF_RANGE',
    `Asked for ${length} bytes at offset ${offset}, found a source of ${size} bytes.`,
    { path: name, offset },
  );
}
