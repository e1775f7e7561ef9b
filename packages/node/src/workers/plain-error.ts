import { ArchiveError, type ErrorCode } from '@packwright/core';
import type { PlainError } from './entry-job.ts';

/** An error as plain data. */
export function toPlainError(error: ArchiveError): PlainError {
  const { offset, help } = error.details;
  return { code: error.code, message: error.message, offset, help };
}

/** The error again, with the facts that only this thread knows. */
export function fromPlainError(
  plain: PlainError,
  details: { path?: string; format?: string } = {},
): ArchiveError {
  const { code, message, offset, help } = plain;
  return new ArchiveError(code as ErrorCode, message, { ...details, offset, help });
}
