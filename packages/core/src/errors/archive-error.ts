import type { ErrorCode } from './error-code.ts';

/** Facts that go with an error. */
export interface ErrorDetails {
  readonly format?: string | undefined;
  /** Archive or entry the error is about, as the user would name it. */
  readonly path?: string | undefined;
  /** Byte offset in the archive. */
  readonly offset?: number | undefined;
  /** What the user can do. */
  readonly help?: string | undefined;
  readonly cause?: unknown;
}

const tag = 'packwright.ArchiveError';

/** The one error that crosses a package border; an abort is rethrown as the signal's own reason instead. */
export class ArchiveError extends Error {
  override readonly name: string = 'ArchiveError';
  /** A string instead of `instanceof`, because two copies of core in one tree have two classes. */
  readonly tag: string = tag;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  /** Tells an archive error of any copy of core from other values. */
  static is(value: unknown): value is ArchiveError {
    return typeof value === 'object' && value !== null && 'tag' in value && value.tag === tag;
  }

  /** The same error with facts that only the caller knew; facts that are there already stay. */
  with(details: ErrorDetails): ArchiveError {
    const error = new ArchiveError(this.code, this.message, { ...details, ...this.details });
    error.stack = this.stack ?? '';
    return error;
  }
}

/** Makes sure that what leaves is an `ArchiveError` or the signal's reason: the last line of promise five. */
export function toArchiveError(
  error: unknown,
  code: ErrorCode,
  what: string,
  signal?: AbortSignal | undefined,
  details: ErrorDetails = {},
): unknown {
  if (signal?.aborted && error === signal.reason) return error;
  if (ArchiveError.is(error)) return error.with(details);
  const message = error instanceof Error ? error.message : String(error);
  return new ArchiveError(code, `${what}: ${message}`, { ...details, cause: error });
}
