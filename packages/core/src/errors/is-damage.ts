import { ArchiveError } from './archive-error.ts';
import type { ErrorCode } from './error-code.ts';

const damages: ReadonlySet<ErrorCode> = new Set([
  'DAMAGED',
  'TRUNCATED',
  'CHECKSUM_MISMATCH',
  'SIZE_MISMATCH',
]);

/** Whether the bytes of the archive are what is wrong, and not how they are read. */
export function isDamage(error: unknown): boolean {
  return ArchiveError.is(error) && damages.has(error.code);
}
