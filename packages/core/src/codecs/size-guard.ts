import { ArchiveError } from '../errors/archive-error.ts';

/** Most plain bytes that one deflated byte can give: 258 bytes for two bits, and some for the block's head. */
export const deflateRatio = 1040;

/** Refuses a size that the stored bytes cannot give, before anything of that size is made. */
export function checkDeflatedSize(size: number | undefined, stored: number): void {
  if (size === undefined) return;
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new ArchiveError('DAMAGED', `Found the size ${size}, expected a whole number.`);
  }
  if (size > stored * deflateRatio) {
    throw new ArchiveError(
      'SIZE_MISMATCH',
      `Found ${stored} stored bytes, which give at most ${stored * deflateRatio}, expected ${size}.`,
    );
  }
}

/** The error for a stream that ends, in good order, at another size than the table says. */
export function wrongSize(found: number | string, expected: number): ArchiveError {
  return new ArchiveError('SIZE_MISMATCH', `Found ${found} bytes in the stream, expected ${expected}.`);
}

/** The error for a stream that stops in the middle. */
export function endsEarly(stored: number, found: number, expected: number | undefined): ArchiveError {
  const wanted = expected === undefined ? 'the end of the stream' : `${expected} bytes`;
  return new ArchiveError(
    'TRUNCATED',
    `Found ${found} bytes in a stream of ${stored} stored bytes, expected ${wanted}: the stream ends too early.`,
  );
}

/** The error for output beyond what the caller allows. */
export function overLimit(limit: number): ArchiveError {
  return new ArchiveError(
    'LIMIT_EXCEEDED',
    `Found more than ${limit} bytes in the stream, the limit is ${limit}.`,
    {
      help: 'Read the entry as a stream, or raise the limit if you trust the archive.',
    },
  );
}
